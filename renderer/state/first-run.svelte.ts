/** Whether somebody has put the first steps away before they were done. */
export interface FirstRunState {
  readonly isSkipped: boolean;
  skip(): void;
}

/** The part of `window` it is kept in: it is of interest to this page alone. */
export interface FirstRunHolder {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

const key = 'first-run';

export function createFirstRunState({ localStorage }: FirstRunHolder): FirstRunState {
  let isSkipped = $state(localStorage.getItem(key) === 'skipped');
  return {
    get isSkipped() {
      return isSkipped;
    },
    skip() {
      isSkipped = true;
      localStorage.setItem(key, 'skipped');
    },
  };
}
