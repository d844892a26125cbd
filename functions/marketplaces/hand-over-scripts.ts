import type { Frame, Page } from 'puppeteer-core';
import { withTimeout } from './launch-browser.ts';

/** Hundreds of times what the data of one ad takes. A page that speaks of its ad at greater length is read whole. */
const mostCharacters = 1_000_000;
const mostMs = 2_000;

/**
 * Runs on the page, in a world of its own: hence a text. Everything is called by its prototype, since a form or an image can
 * take the place of the document's own names (`<form name="getElementsByTagName">`), in every world. Without a doctype
 * nothing is given: the parser tells an answer in JSON by its first letter, and a document with a doctype begins with that.
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
 * The data scripts of a loaded page in which one of `words` stands, as a page that has
 * nothing else; null where that is not certain to be read like the whole page.
 *
 * The page is whoever's server it is, and this reads the document that stands in the browser, while the response's text is
 * what was sent. So it may be asked for only where the page's own scripts are switched off: the document is then what the
 * browser's HTML parser made of that text, and nobody but the server that sent it had a say. The text is read in a world that
 * no script of the page reaches even so, bounded in length and time; and it must be the document of that response: what a
 * refresh put in its place is not read as the answer to what was asked.
 */
export async function handOverScripts(
  page: Page,
  address: string,
  words: readonly string[],
): Promise<string | null> {
  if (page.isJavaScriptEnabled()) return null;
  const world = (page.mainFrame() as Frame & Partial<OwnWorld>).isolatedRealm?.();
  if (!world) return null;
  // A page that is gone by now, or takes too long: the response's text is there still.
  const given = await withTimeout(world.evaluate(collectOnPage(words)), mostMs).catch(() => null);
  const handed = given as { address: string; texts: string[] } | null;
  if (!handed || withoutHash(handed.address) !== withoutHash(address)) return null;
  const scripts = handed.texts.map((text) => `<script type="application/json">${text}</script>`);
  return scripts.length === 0 ? null : `<!doctype html>${scripts.join('\n')}`;
}

/**
 * The world that the driver makes for itself in every document, which its types do not name. Asking the browser for one of
 * our own takes 7 ms a page, since the page is still busy drawing itself then.
 */
type OwnWorld = { isolatedRealm(): { evaluate(expression: string): Promise<unknown> } };

const withoutHash = (address: string): string => address.split('#', 1)[0]!;
