import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { prepareChromium } from './chromium-path.ts';
import { withTimeout } from './open-page.ts';

/**
 * Connections that the browser's request checks do not see; no page of the marketplace needs them to show
 * its listings.
 */
const withoutSideDoors =
  'for (const name of ["WebSocket", "WebTransport", "RTCPeerConnection"]) delete globalThis[name];';

/**
 * Starts a headless browser that resolves no host but those given ("*." stands for any name below),
 * addresses in figures included: the last line behind the request checks, and the only one for what they do
 * not see.
 * @throws when it cannot be started
 */
export async function launchBrowser(hosts: string[]): Promise<Browser> {
  const { executablePath, args, env } = await prepareChromium();
  const resolverRules = `MAP * ~NOTFOUND , ${hosts.map((host) => `EXCLUDE ${host}`).join(' , ')}`;
  return puppeteer.launch({
    executablePath,
    env,
    // A window that a page opens would not be guarded: it gets none.
    args: [...args, '--block-new-web-contents', `--host-resolver-rules=${resolverRules}`],
    headless: 'shell',
    defaultViewport: { width: 1366, height: 900 },
    timeout: 30_000,
    protocolTimeout: 45_000,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    downloadBehavior: { policy: 'deny' },
  });
}

/** The one page on which all visits are made; it names itself in its user agent and takes English pages. */
export async function preparePage(browser: Browser, userAgent: string | undefined): Promise<Page> {
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  const ownName = `${await browser.userAgent()} Bilfund/1.0`;
  await page.setUserAgent({ userAgent: userAgent ?? ownName });
  await page.setExtraHTTPHeaders({ 'accept-language': 'en-US,en;q=0.9,da;q=0.8' });
  await page.setCacheEnabled(false);
  await page.setBypassServiceWorker(true);
  await page.evaluateOnNewDocument(withoutSideDoors);
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  return page;
}

/** Closes it, by force when it does not answer. */
export async function closeBrowser(browser: Browser): Promise<void> {
  const process = browser.process();
  await withTimeout(browser.close(), 5000).catch(() => undefined);
  if (process && process.exitCode === null) process.kill('SIGKILL');
}
