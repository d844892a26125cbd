import { onSessionEnd } from '../api/session.ts';
import { keep, recall } from '../storage.ts';

const key = 'bilfund_imported';

/** Whether somebody who is signed in here has imported before: known before the first answer, so that nothing moves. */
export const hasImported = (): boolean => recall('browser', key) !== null;

export function rememberImported(): void {
  keep('browser', key, '1');
}

onSessionEnd(() => keep('browser', key, null));
