import type { CDPSession, Page } from 'puppeteer-core';

/** Hundreds of times what the data of one ad takes. A page that speaks of its ad at greater length is read whole. */
const mostCharacters = 1_000_000;
const mostMs = 2_000;

/**
 * Runs on the page, in a world of its own: hence a text. Everything is called by its prototype, since a form or an image can
 * take the place of the document's own names (`<form name="getElementsByTagName">`), in every world. Without a doctype
 * nothing is given: the parser tells an answer in JSON by its first letter, and a document with a doctype begins with that.
 */
const collectOnPage = (spokenOf: string) => `(() => {
  const read = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get.call(document);
  if (read(Document, 'doctype') === null) return null;
  const texts = [];
  let characters = 0;
  for (const script of Document.prototype.getElementsByTagName.call(document, 'script')) {
    if ((Element.prototype.getAttribute.call(script, 'type') ?? '').toLowerCase() !== 'application/json') continue;
    const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').get.call(script);
    if (!new RegExp(${JSON.stringify(spokenOf)}).test(text)) continue;
    characters += text.length;
    if (characters > ${mostCharacters}) return null;
    texts.push(text);
  }
  return { address: read(Document, 'URL'), texts };
})()`;

/**
 * The data scripts of a loaded page that speak of `spokenOf` (the source of a regular expression), as a page that has
 * nothing else; null where that is not certain to be read like the whole page.
 *
 * The page is whoever's server it is, and this reads the document that stands in the browser, while the response's text is
 * what was sent. So it may be asked for only where the page's own scripts are switched off: the document is then what the
 * browser's HTML parser made of that text, and nobody but the server that sent it had a say. The text is read in a world that
 * no script of the page reaches even so, bounded in length and time; and it must be the document of that response: what a
 * refresh put in its place is not read as the answer to what was asked.
 */
export async function handOverScripts(page: Page, address: string, spokenOf: string): Promise<string | null> {
  if (page.isJavaScriptEnabled()) return null;
  let session: CDPSession | null = null;
  try {
    session = await page.createCDPSession();
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    const { result } = await session.send('Runtime.evaluate', {
      expression: collectOnPage(spokenOf),
      contextId: world.executionContextId,
      returnByValue: true,
      timeout: mostMs,
    });
    const handed = result.value as { address: string; texts: string[] } | null | undefined;
    if (!handed || withoutHash(handed.address) !== withoutHash(address)) return null;
    const scripts = handed.texts.map((text) => `<script type="application/json">${text}</script>`);
    return scripts.length === 0 ? null : `<!doctype html>${scripts.join('\n')}`;
  } catch {
    // A page that is gone by now, or takes too long: the response's text is there still.
    return null;
  } finally {
    await session?.detach().catch(() => undefined);
  }
}

const withoutHash = (address: string): string => address.split('#', 1)[0]!;
