import { readLink } from '#core/marketplaces/links.ts';

export const codeOf = (raw: unknown) => {
  const read = readLink(raw);
  return read.ok ? 'taken' : read.code;
};
/** The address that a text with a link is read as, or why it is refused. */
export const hrefOf = (raw: string) => {
  const read = readLink(raw);
  return read.ok ? read.link.href : read.code;
};
