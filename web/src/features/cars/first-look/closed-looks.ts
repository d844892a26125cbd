import { onSessionEnd } from '../../../api/session.ts';

const key = 'bilfund_first_looks_closed';
/** More imports than anybody goes back to. */
const mostKept = 50;

function readClosed(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether the reader has closed what was said of this import. */
export const isClosed = (importId: string): boolean => readClosed().includes(importId);

export function rememberClosed(importId: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([...readClosed(), importId].slice(-mostKept)));
  } catch {
    // Without storage it stays closed until the page is loaded anew.
  }
}

onSessionEnd(() => {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
});
