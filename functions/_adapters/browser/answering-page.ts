import type { Browser, Page } from 'puppeteer-core';
import { closeBrowser, launchBrowser, preparePage } from './launch-browser.ts';
import { withTimeout } from './open-page.ts';

export type AnsweringPage = {
  /**
   * Makes the page ready for a visit. Where it does not answer, this happens once more in a new browser.
   * @throws what `prepare` throws in the new browser
   */
  prepare: <T>(prepare: (page: Page) => Promise<T>) => Promise<{ page: Page; prepared: T }>;
  /** The visit before left the page in a state nobody knows: the next one begins in a new browser. */
  giveUp: () => void;
  close: () => Promise<void>;
};

export type AnsweringPageOptions = {
  gateAddress: string;
  userAgent: string | undefined;
  /** How long a page may take to be made ready, which a healthy one does in milliseconds. */
  answerTimeoutMs: number;
  onRestart: () => void;
};

/**
 * The one page of a job, in a browser that is started anew where it has stopped answering: a page that ends in the middle of
 * a redirect sometimes leaves a tab behind that takes no command any more, and every later visit of the job would fail with it.
 * @throws when the browser cannot be started
 */
export async function openAnsweringPage(options: AnsweringPageOptions): Promise<AnsweringPage> {
  let running = await start(options);
  let isLost = false;
  const restart = async () => {
    options.onRestart();
    await closeBrowser(running.browser);
    running = await start(options);
    isLost = false;
  };
  const attempt = async <T>(prepare: (page: Page) => Promise<T>) => {
    const { page } = running;
    return { page, prepared: await withTimeout(prepare(page), options.answerTimeoutMs) };
  };
  return {
    prepare: async (prepare) => {
      if (isLost) await restart();
      try {
        return await attempt(prepare);
      } catch {
        await restart();
        return attempt(prepare);
      }
    },
    giveUp: () => {
      isLost = true;
    },
    close: () => closeBrowser(running.browser),
  };
}

async function start({
  gateAddress,
  userAgent,
}: AnsweringPageOptions): Promise<{ browser: Browser; page: Page }> {
  const browser = await launchBrowser(gateAddress);
  try {
    return { browser, page: await preparePage(browser, userAgent) };
  } catch (error) {
    await closeBrowser(browser);
    throw error;
  }
}
