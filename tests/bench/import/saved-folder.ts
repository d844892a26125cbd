import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPage } from '#core/marketplaces/marketplaces.ts';

/** A page of a folder: what it is, how many ads a person sees on it and which of them are not given. */
export type SavedPage = { file: string; kind: string; shown: number; given: number; missed: string[] };

/** Where it was taken from, as browsers and people note it in a comment at its beginning. */
const addressIn = (text: string): string =>
  /(?:capture of|saved from url=\(\d+\)|url:)\s*(https:\/\/[^\s>"]+)/i.exec(text.slice(0, 4000))?.[1] ?? '';

/**
 * The ads that stand on a page, found without the parser: links to ads, and objects that have a title for one. The
 * site's advertisements have no such link, and their objects another story.
 */
function shownIds(text: string): string[] {
  const links = [...text.matchAll(/\/marketplace\/item\/(\d{6,25})/g)].map(([, id]) => id!);
  const rows = [
    ...text.matchAll(/"id":"(\d{6,25})",(?:"[^"]+":[^{}[\]]{0,200},)*"marketplace_listing_title"/g),
  ];
  return [...new Set([...links, ...rows.map(([, id]) => id!)])];
}

/** Pages and answers that somebody saved, through the parser. An ad's own page shows that ad. */
export function readFolder(folder: string): SavedPage[] {
  const files = readdirSync(folder).filter((file) => /\.(?:html?|json)$/.test(file));
  return files.sort().map((file) => {
    const html = readFileSync(join(folder, file), 'utf8');
    const page = readPage({ html, url: addressIn(html), status: 200 });
    const given = page.listings.map(({ id }) => id);
    const shown = page.kind === 'item' ? given : shownIds(html);
    return {
      file,
      kind: page.failure?.class ?? page.kind,
      shown: shown.length,
      given: given.length,
      missed: shown.filter((id) => !given.includes(id)),
    };
  });
}
