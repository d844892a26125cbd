import { onSessionEnd } from '../api/session.ts';

const key = 'bilfund_imported';

/** Whether somebody who is signed in here has imported before: known before the first answer, so that nothing moves. */
export function hasImported(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function rememberImported(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Without storage the import box stays as large as for a newcomer.
  }
}

onSessionEnd(() => {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
});
