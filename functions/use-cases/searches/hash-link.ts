import { createHash } from 'node:crypto';

/** The name of a distinct link: two people's same search has one. `href` is normalised. */
export const hashLink = (href: string): string =>
  createHash('sha256').update(href).digest('base64url').slice(0, 32);
