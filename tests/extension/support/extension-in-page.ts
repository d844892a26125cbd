import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Message } from '../../../extension/messages.ts';
import type { Worker } from '../../../extension/worker/worker.ts';
import { extensionId } from './fake-browser.ts';

/**
 * Stands in for the browser's part of an extension, which the Chromium of the tests does not have: the built scripts run in
 * the page, and what they send reaches `worker` with the sender that a browser would name.
 */
export async function connectPages(context: BrowserContext, worker: Worker): Promise<void> {
  const tabIds = new Map<Page, number>();
  await context.exposeBinding('askWorker', ({ page, frame }, message: Message) => {
    const id = tabIds.get(page) ?? tabIds.size + 1;
    tabIds.set(page, id);
    return worker.answer(message, {
      id: extensionId,
      url: frame.url(),
      frameId: frame === page.mainFrame() ? 0 : 1,
      tab: { id } as chrome.tabs.Tab,
    });
  });
}

/**
 * Runs a script of the built extension in `page`, as the browser does once the page's document is there. Its shadow roots are
 * opened, so that a test can look into them.
 */
export async function runScript(page: Page, folder: string, name: 'page' | 'pairing'): Promise<void> {
  const code = await readFile(join(folder, `${name}.js`), 'utf8');
  await page.evaluate(`(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function () { return attach.call(this, { mode: 'open' }); };
    const chrome = { runtime: { sendMessage: (message) => globalThis.askWorker(message) } };
    ${code}
  })()`);
}
