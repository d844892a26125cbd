const key = 'bilfund_presses';
const mostKept = 50;

function readUsed(): string[] {
  try {
    const used: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(used) ? used.map(String) : [];
  } catch {
    return [];
  }
}

/** Whether the cars of this press were taken in this tab before: going back in its history leads to the same address. */
export const isUsed = (nonce: string): boolean => readUsed().includes(nonce);

export function markUsed(nonce: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([...readUsed(), nonce].slice(-mostKept)));
  } catch {
    // Without storage an old press waits in vain, and says so.
  }
}
