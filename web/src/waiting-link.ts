const key = 'bilfund_link';

/** A link that a visitor pasted before signing in waits in this tab until there is an account to import it with. */
export function keepLink(link: string): void {
  try {
    if (link.trim()) sessionStorage.setItem(key, link.trim());
  } catch {
    // Without storage the visitor pastes it again.
  }
}

/** The waiting link, or ''. */
export function waitingLink(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Once the field shows it, it waits no longer. */
export function forgetLink(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage none waits.
  }
}
