import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { prepareChromium } from './chromium-path.ts';
import { withTimeout } from './open-page.ts';

/**
 * What the browser's request checks do not see: connections of other kinds, and programs that outlive or leave the page. No
 * page of the marketplace needs them to show its listings.
 */
const sideDoors = [
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'EventSource',
  'Worker',
  'SharedWorker',
];
const withoutSideDoors = `for (const name of ${JSON.stringify(sideDoors)}) delete globalThis[name];
if (globalThis.Navigator) delete Navigator.prototype.serviceWorker;
if (globalThis.CSS) delete CSS.paintWorklet;
for (const name of ["AudioWorklet", "Worklet"]) if (globalThis[name]) delete globalThis[name].prototype.addModule;`;

/**
 * Starts a headless browser that reaches nothing but its gate (`openOutgoingGate`), addresses in figures and of this
 * machine included: it resolves no name by itself, and speaks no protocol that would go past a proxy.
 * @throws when it cannot be started
 */
export async function launchBrowser(gateAddress: string): Promise<Browser> {
  const { executablePath, args, env } = await prepareChromium();
  return puppeteer.launch({
    executablePath,
    env,
    args: [
      ...args,
      // A window that a page opens would not be guarded: it gets none.
      '--block-new-web-contents',
      `--proxy-server=${gateAddress}`,
      // Without it what is on this machine would be asked directly.
      '--proxy-bypass-list=<-loopback>',
      `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(gateAddress).hostname}`,
      '--disable-quic',
      // A page of an ad names twenty pictures: refusing each one by one takes a tenth of its visit.
      '--blink-settings=imagesEnabled=false',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
    headless: 'shell',
    // Not by a port: the browser ends when the pipe breaks, with a process that was killed as well.
    pipe: true,
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
