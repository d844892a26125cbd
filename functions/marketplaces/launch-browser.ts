import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';
import puppeteer, { type Browser, type HTTPResponse, type Page, TimeoutError } from 'puppeteer-core';
import type { PageFailure } from '#core/marketplaces/marketplace.ts';
import { keepFresh } from '#functions/platform/keep-fresh.ts';
import type { RequestGuard } from './outgoing-gate.ts';

export type PreparedChromium = {
  executablePath: string;
  /** Flags in addition to the driver's defaults. */
  args: string[];
  /** The complete environment to start it with: libraries and fonts are in the unpacked folder. */
  env: Record<string, string>;
};

/** Pages are not trusted, so the package's flags that allow access across origins are removed. */
const unwantedFlags = new Set(['--disable-web-security', '--allow-running-insecure-content']);

/**
 * Unpacks the browser once per machine and version, and returns how to start it with puppeteer-core or playwright-core.
 * Takes 2–4 s the first time, then one look at the disk. Safe to call from several processes at once.
 */
export const prepareChromium = keepFresh(Number.POSITIVE_INFINITY, prepare);

/** The flags of the browser in the cloud, or on a machine of ours. */
export const flagsFor = (inLambda: boolean): string[] =>
  inLambda ? chromium.args.filter((flag) => !unwantedFlags.has(flag)) : ['--no-sandbox', '--disable-gpu'];

async function prepare(): Promise<PreparedChromium> {
  const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(tmpdir(), `bilfund-chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(packageFolder, 'bin'), folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: flagsFor(isLambda()),
    env: {
      ...inheritedEnvironment(),
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      HOME: folder,
    },
  };
}

/**
 * Unpacks to a temporary folder and renames it, because the package returns a file that another process may still be
 * writing. A process that loses the race uses the existing folder.
 */
async function unpack(binFolder: string, folder: string): Promise<void> {
  const staging = await mkdtemp(`${folder}.`);
  try {
    await Promise.all(startInflating(binFolder, staging));
    await pointFontsAt(folder, join(staging, 'fonts', 'fonts.conf'));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/**
 * The package unpacks into the temporary directory, whose path it reads before its first await: so the path is changed only
 * until then.
 */
function startInflating(binFolder: string, staging: string): Promise<unknown>[] {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = staging;
  try {
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    return names.map((name) => inflate(join(binFolder, name)));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The fonts' configuration contains /tmp/fonts; with any other folder all text would be blank. */
async function pointFontsAt(folder: string, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const moved = text
    .replaceAll('/tmp/fonts-cache', `${folder}/fonts-cache`)
    .replaceAll('/tmp/fonts<', `${folder}/fonts<`);
  await writeFile(path, moved);
}

function isLambda(): boolean {
  return process.env.AWS_EXECUTION_ENV?.startsWith('AWS_Lambda') === true && existsSync('/var/runtime');
}

/** The environment without our keys and tokens: only what any program needs is passed to the browser. */
function inheritedEnvironment(): Record<string, string> {
  const names = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'DISPLAY'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

export type OpenedPage = { html: string; status: number; finalUrl: string };

/**
 * Opens an address and returns what the server sent, before scripts changed it, or why it failed. Never throws for anything
 * a site can do.
 */
export async function openPage(
  page: Page,
  href: string,
  guard: RequestGuard,
  timeoutMs: number,
): Promise<OpenedPage | { failure: PageFailure }> {
  const response = await loadPage(page, href, guard, timeoutMs);
  return 'failure' in response ? response : wholePage(page, response, guard, timeoutMs);
}

/** The first half of `openPage`: until the page is loaded in the browser. */
export async function loadPage(
  page: Page,
  href: string,
  guard: RequestGuard,
  timeoutMs: number,
): Promise<HTTPResponse | { failure: PageFailure }> {
  let response: HTTPResponse | null;
  try {
    response = await page.goto(href, { waitUntil: 'domcontentloaded', timeout: timeoutMs });
  } catch (error) {
    return { failure: failureOf(error, guard) };
  }
  if (hasLeft(guard)) return { failure: leftTheSite };
  return response ?? { failure: { class: 'network', evidence: 'no answer' } };
}

/** The second half: fetches everything the server sent, which takes longer than loading because the browser copies it. */
export async function wholePage(
  page: Page,
  response: HTTPResponse,
  guard: RequestGuard,
  timeoutMs: number,
): Promise<OpenedPage | { failure: PageFailure }> {
  try {
    // The page's own timeout also ends a body that never ends.
    const html = await withTimeout(response.text(), timeoutMs);
    if (hasLeft(guard)) return { failure: leftTheSite };
    return { html, status: response.status(), finalUrl: page.url() };
  } catch (error) {
    return { failure: failureOf(error, guard) };
  }
}

const hasLeft = (guard: RequestGuard): boolean => guard.blocked.some((request) => request.isDocument);

const leftTheSite: PageFailure = {
  class: 'unknown_page',
  evidence: 'the address leads away from the marketplace',
};

function failureOf(error: unknown, guard: RequestGuard): PageFailure {
  if (hasLeft(guard)) return leftTheSite;
  if (error instanceof TimeoutError) return { class: 'timeout', evidence: 'no page in time' };
  const code = /net::(ERR_[A-Z_]+)/.exec(error instanceof Error ? error.message : '')?.[1];
  if (code === 'ERR_TIMED_OUT' || code === 'ERR_CONNECTION_TIMED_OUT')
    return { class: 'timeout', evidence: code };
  return { class: 'network', evidence: code ?? 'the browser could not read the page' };
}

export async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError('no end in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Features that bypass the request checks: other kinds of connections, and workers that outlive or leave the page. No page
 * of the marketplace needs them to show its listings.
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
 * Starts a headless browser that can reach only its gate (`openOutgoingGate`), also for IP addresses and this machine: it
 * resolves no names and uses no protocol that bypasses a proxy.
 * @throws when it cannot be started
 */
export async function launchBrowser(gateAddress: string): Promise<Browser> {
  const { executablePath, args, env } = await prepareChromium();
  return puppeteer.launch({
    executablePath,
    env,
    args: [
      ...args,
      // A window opened by a page would not be guarded, so none may open.
      '--block-new-web-contents',
      `--proxy-server=${gateAddress}`,
      // Without this, addresses of this machine would bypass the proxy.
      '--proxy-bypass-list=<-loopback>',
      `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(gateAddress).hostname}`,
      '--disable-quic',
      // An ad's page has about twenty pictures; refusing each request takes a tenth of the visit.
      '--blink-settings=imagesEnabled=false',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
    headless: 'shell',
    // A pipe instead of a port: the browser ends when the pipe breaks, even if this process was killed.
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

/** The one page for all visits; it identifies itself in its user agent and requests English pages. */
export async function preparePage(browser: Browser): Promise<Page> {
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  await page.setUserAgent({ userAgent: `${await browser.userAgent()} Bilfund/1.0` });
  await page.setExtraHTTPHeaders({ 'accept-language': 'en-US,en;q=0.9,da;q=0.8' });
  await page.setCacheEnabled(false);
  await page.setBypassServiceWorker(true);
  await page.evaluateOnNewDocument(withoutSideDoors);
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  return page;
}

/** Closes the browser, by force if it does not respond. */
export async function closeBrowser(browser: Browser): Promise<void> {
  const process = browser.process();
  await withTimeout(browser.close(), 5000).catch(() => undefined);
  if (process && process.exitCode === null) process.kill('SIGKILL');
}
