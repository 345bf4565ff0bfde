/** The system's theme as `data-theme`; Electron hands nativeTheme through to the media query. */
export function followTheme(root: HTMLElement, dark: MediaQueryList): void {
  const apply = () => {
    root.dataset['theme'] = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', apply);
  apply();
}
