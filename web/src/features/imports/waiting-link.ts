const key = 'bilfund_link';

/** A link that a visitor pasted before signing in waits in this tab until there is an account to import it with. */
export function keepLink(link: string): void {
  try {
    if (link.trim()) sessionStorage.setItem(key, link.trim());
  } catch {
    // Without storage the visitor pastes it again.
  }
}

/** The waiting link, once. */
export function takeLink(): string {
  try {
    const link = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return link;
  } catch {
    return '';
  }
}
