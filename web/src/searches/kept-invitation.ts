import { onSessionEnd } from '../api/session.ts';
import { keep, recall } from '../storage.ts';

const storageKey = 'bilfund_invitation';
const start = '/shared-list/';

/** Keeps the link of a shared list, with its secret, in this tab while its reader logs in. */
export const keepInvitation = (address: string): boolean => keep('tab', storageKey, address);

/** The address that waits for whoever has just logged in; null if none does. It waits once. */
export function takeInvitation(): string | null {
  const address = recall('tab', storageKey);
  keep('tab', storageKey, null);
  return address?.startsWith(start) ? address : null;
}

onSessionEnd(() => keep('tab', storageKey, null));
