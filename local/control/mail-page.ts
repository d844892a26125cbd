import type { EmbeddedCloud } from 'embedded-cloud/cloud-options.ts';

/** A mail as its reader sees it: its own styles and this site's pictures, and no script whatever a stranger wrote into it. */
export const mailHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
} as const;

/** The mail behind /_local/mail/3, by its place among all that were sent, the oldest first; null where there is none. */
export function mailAt(cloud: EmbeddedCloud, path: string): string | null {
  const place = /^\/_local\/mail\/(\d{1,6})$/.exec(path)?.[1];
  if (place === undefined) return null;
  return cloud.outbox.list().toReversed()[Number(place)]?.html ?? null;
}
