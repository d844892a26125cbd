import { isSiteHost } from './hosts.ts';

const mostWords = 200;
const linkStart = /^(?:https:\/\/|[a-z-]{1,10}\.facebook\.com\/|facebook\.com\/)/i;

/**
 * The links in what a phone's "share" or a message gives: "Se denne bil: https://…". A text that begins as an address is
 * taken whole where it can be, and nothing of it is repaired. Others are read word by word.
 */
export function linksIn(text: string): string[] {
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^\s/]{1,30}:\s/.test(text)) return [text, firstWord(text)];
  if (isBareSite(text)) return [`https://${text}`, `https://${firstWord(text)}`];
  const words = text
    .split(/\s+/u, mostWords)
    .map((word) => word.replace(/^[("'“„<[]+|[)"'”>\].,;:!?]+$/gu, ''));
  return words
    .filter((word) => linkStart.test(word) && (/^https:/i.test(word) || isBareSite(word)))
    .map((word) => (/^https:/i.test(word) ? word : `https://${word}`));
}

/** Blanks end an address; line breaks and what cannot be seen do not, so that nothing is hidden behind one. */
const firstWord = (text: string): string => text.split(' ', 1)[0]!;

function isBareSite(text: string): boolean {
  const [host = ''] = text.split('/', 1);
  return text.includes('/') && isSiteHost(host.toLowerCase());
}
