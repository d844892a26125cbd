import type { Frame, Page } from 'puppeteer-core';
import { withTimeout } from './launch-browser.ts';

/** Hundreds of times the size of one ad's data. A page with more is read whole. */
const mostCharacters = 1_000_000;
const mostMs = 2_000;

/**
 * Runs in the page, in an isolated world, so it is a string. Everything is called through prototypes, since a form or an
 * image can shadow the document's own names (`<form name="getElementsByTagName">`) in every world. Without a doctype it
 * returns null: the parser recognises a JSON answer by its first letter, and a document with a doctype starts with that.
 */
const collectOnPage = (words: readonly string[]) => `(() => {
  const read = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get.call(document);
  if (read(Document, 'doctype') === null) return null;
  const words = ${JSON.stringify(words)};
  const texts = [];
  let characters = 0;
  for (const script of Document.prototype.getElementsByTagName.call(document, 'script')) {
    if ((Element.prototype.getAttribute.call(script, 'type') ?? '').toLowerCase() !== 'application/json') continue;
    const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').get.call(script);
    if (!words.some((word) => text.includes(word))) continue;
    characters += text.length;
    if (characters > ${mostCharacters}) return null;
    texts.push(text);
  }
  return { address: read(Document, 'URL'), texts };
})()`;

/**
 * The data scripts of a loaded page that contain one of `words`, as a page with nothing else; null unless that is certain to
 * parse like the whole page.
 * It reads the browser's document instead of the response's text, and the page is not trusted. So it may be used only where
 * the page's own scripts are disabled: then the document is exactly what the HTML parser made of the server's text. Even so
 * it is read in an isolated world, with limits on length and time, and only if the document belongs to this response: a page
 * that a refresh put in its place is not taken for the answer.
 */
export async function handOverScripts(
  page: Page,
  address: string,
  words: readonly string[],
): Promise<string | null> {
  if (page.isJavaScriptEnabled()) return null;
  const world = (page.mainFrame() as Frame & Partial<OwnWorld>).isolatedRealm?.();
  if (!world) return null;
  // The page is gone or too slow: the response's text is still available.
  const given = await withTimeout(world.evaluate(collectOnPage(words)), mostMs).catch(() => null);
  const handed = given as { address: string; texts: string[] } | null;
  if (!handed || withoutHash(handed.address) !== withoutHash(address)) return null;
  const scripts = handed.texts.map((text) => `<script type="application/json">${text}</script>`);
  return scripts.length === 0 ? null : `<!doctype html>${scripts.join('\n')}`;
}

/**
 * The isolated world that the driver creates in every document; its types do not name it. Creating one of our own takes 7 ms
 * a page, because the page is still rendering then.
 */
type OwnWorld = { isolatedRealm(): { evaluate(expression: string): Promise<unknown> } };

const withoutHash = (address: string): string => address.split('#', 1)[0]!;
