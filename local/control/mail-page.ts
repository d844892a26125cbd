import type { LocalCloud } from 'local-cloud/cloud-options.ts';

/**
 * A mail as its reader sees it: its own styles and this site's pictures, and no script whatever a stranger wrote into it.
 * The control page shows it in a frame; what is pressed there opens beside it, as it does in a mail program.
 */
export const mailHeaders = {
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'",
} as const;

/** What a mail asks of its reader's colours, and what stands there for who wants to see one of them. */
const asksForDark = '(prefers-color-scheme:dark)';
const shown = { dark: 'all', light: 'not all' } as const;

/** The mail behind /_local/mail/3 by its number in the outbox, or /_local/mail/3/dark; null where there is none. */
export function mailAt(cloud: LocalCloud, path: string): string | null {
  const [, id, scheme] = /^\/_local\/mail\/(\d{1,9})(?:\/(dark|light))?$/.exec(path) ?? [];
  if (id === undefined) return null;
  const html = cloud.outbox.list().find((mail) => mail.id === Number(id))?.html;
  const inColours = scheme ? html?.replace(asksForDark, shown[scheme as keyof typeof shown]) : html;
  return inColours?.replace('<head>', '<head><base target="_blank">') ?? null;
}
