import { mount } from 'svelte';
import App from './App.svelte';
import ApprovalApp from './ApprovalApp.svelte';
import { findBridge } from './bridge/bridge.ts';
import { createAppState } from './state/app-state.ts';
import { followTheme } from './state/theme.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/status.css';
import './styles/controls.css';
import './styles/tables.css';
import './styles/notices.css';
import './styles/overview.css';
import './styles/first-run.css';
import './styles/units.css';
import './styles/try.css';
import './styles/activity.css';
import './styles/drawer.css';
import './styles/forms.css';
import './styles/access.css';
import './styles/approval.css';
import './styles/savings.css';
import './styles/narrow-shell.css';
import './styles/narrow.css';
import { languageFor } from './text/language.ts';

const bridge = findBridge(window);

// The settings name the language, so they are asked for before the first word is drawn.
void bridge.settings.get().then((reply) => {
  const chosen = reply.ok ? reply.value.settings.language : 'system';
  const language = languageFor(chosen === 'system' ? navigator.language : chosen);
  document.documentElement.lang = language.tag;
  followTheme(document.documentElement, matchMedia('(prefers-color-scheme: dark)'));
  // The title bar of macOS lies inside the page, so the sidebar leaves room for its buttons.
  if (navigator.userAgent.includes('Mac')) document.documentElement.dataset['platform'] = 'mac';
  bridge.settings.onChanged(({ settings }) => {
    // Every word is drawn anew; the route stays in the address.
    if (settings.language !== chosen) location.reload();
  });
  const app = createAppState(bridge, window, language);
  const isApproval = location.hash === '#/approval';
  mount(isApproval ? ApprovalApp : App, { target: document.body, props: { app } });
});
