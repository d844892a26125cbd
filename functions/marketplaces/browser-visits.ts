import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import { type MarketplaceLink, readLink } from '#core/marketplaces/links.ts';
import {
  type BrowserMarketplace,
  needsBrowser,
  type PageFailure,
  type PageFailureClass,
  type ParsedPage,
  withPage,
} from '#core/marketplaces/marketplace.ts';
import { marketplaceOf } from '#core/marketplaces/marketplaces.ts';
import type { PageSource } from '#core/ports.ts';
import { handOverScripts } from './hand-over-scripts.ts';
import {
  closeBrowser,
  launchBrowser,
  loadPage,
  type OpenedPage,
  openPage,
  preparePage,
  wholePage,
  withTimeout,
} from './launch-browser.ts';
import {
  type GateOptions,
  guardRequests,
  openOutgoingGate,
  type RequestGuard,
  resolveHost,
} from './outgoing-gate.ts';

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

/**
 * Reads an ad's page. Of its two or three megabytes the parser needs a few kilobytes: these are handed over first, and where
 * the ad stands in them the visit is done. Every other page (refused, removed, led elsewhere, built anew) is handed over
 * whole, so that its class is decided by all that the server sent.
 */
export async function readItem(
  page: Page,
  href: string,
  guard: RequestGuard,
  { marketplace, demoOrigin }: Visited,
  timeoutMs: number,
): Promise<ParsedPage | { failure: PageFailure }> {
  const response = await loadPage(page, href, guard, timeoutMs);
  if ('failure' in response) return response;
  guard.hold();
  const handed = await handOverScripts(page, response.url(), marketplace.visit.itemWords);
  if (handed !== null && !guard.blocked.some(({ isDocument }) => isDocument)) {
    const input = { url: href, html: handed, status: response.status(), finalUrl: page.url(), demoOrigin };
    const read = marketplace.parsePage(input);
    if (read.kind === 'item' && read.listings.length > 0) return read;
  }
  const opened = await wholePage(page, response, guard, timeoutMs);
  if ('failure' in opened) return opened;
  const whole = marketplace.parsePage({ url: href, demoOrigin, ...opened });
  return whole.failure ? { ...whole, failure: withPage(whole.failure, opened.html) } : whole;
}

/** The visits of one browser. `standing`: the ad's page that the last one left where it is. */
export type Visits = {
  tab: AnsweringPage;
  options: MarketplaceBrowserOptions;
  standing: { page: Page; guard: RequestGuard; origin: string } | null;
};

/**
 * One visit under guard; null without a visit when the address is not one of the marketplace. Scripts run on
 * search pages only.
 */
export async function visitGuarded<T>(
  visits: Visits,
  href: string,
  kind: { isSearch: boolean },
  read: (page: Page, address: string, guard: RequestGuard, marketplace: BrowserMarketplace) => Promise<T>,
): Promise<T | null> {
  const { tab, options } = visits;
  const parsed = readLink(href, { demoOrigin: options.demoOrigin });
  if (!parsed.ok) return null;
  const { link } = parsed;
  const marketplace = marketplaceOf(link.source);
  if (!needsBrowser(marketplace)) return null;
  const { page, prepared: guard } = await tab.prepare((ready) => prepare(visits, ready, link, kind));
  try {
    return await read(page, link.href, guard, marketplace);
  } finally {
    const { length } = guard.blocked;
    const leftTheSite = guard.blocked.some(({ isDocument }) => isDocument);
    if (guard.isHeld()) visits.standing = { page, guard, origin: link.origin };
    else await leave(page, guard).catch(() => tab.giveUp());
    options.log?.('visited the marketplace', { ...kind, blockedRequests: length, leftTheSite });
  }
}

/**
 * The guard of the next visit. An ad's page runs no scripts and asks for nothing any more, so the next ad's takes its place
 * directly: an empty page between them costs the browser as much as half an ad's.
 */
async function prepare(
  visits: Visits,
  page: Page,
  link: MarketplaceLink,
  { isSearch }: { isSearch: boolean },
): Promise<RequestGuard> {
  const { options, standing } = visits;
  visits.standing = null;
  const own = standing?.page === page ? standing : null;
  const isSame = own !== null && !isSearch && own.origin === link.origin;
  if (own && !isSame) await leave(page, own.guard);
  await page.setJavaScriptEnabled(isSearch);
  if (isSame) {
    own.guard.renew();
    return own.guard;
  }
  const marketplace = marketplaceOf(link.source);
  return guardRequests(page, {
    allow: (url) => marketplace.isVisitable(url, link) && (options.allow?.(url) ?? true),
    hasStyles: isSearch,
    trustedHosts: new Set(link.isDemo ? [new URL(link.origin).hostname] : []),
    resolve: options.resolve ?? resolveHost,
  });
}

/**
 * Ends whatever the page still does and takes the guard off a page that can no longer ask for anything.
 * @throws when the page does not answer
 */
async function leave(page: Page, guard: RequestGuard): Promise<void> {
  await page.goto('about:blank', { timeout: 5000 });
  await withTimeout(guard.close(), 5000);
}

/** Words of the buttons that refuse what need not be taken, and that close a question, in the site's languages. */
const refusing =
  '^(decline optional cookies|only allow essential cookies|afvis valgfrie cookies|tillad kun nødvendige cookies|avvisa valfria cookies|optionale cookies ablehnen|nur erforderliche cookies erlauben|avvis valgfrie informasjonskapsler)$';
const closing = '^(close|luk|stäng|schließen|lukk)$';

/** Runs on the page, where this program's types mean nothing: hence a text. */
const clearOnPage = `(() => {
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().toLowerCase().slice(0, 60);
  const press = (root, words) => {
    const buttons = [...root.querySelectorAll('button, [role="button"]')];
    const button = buttons.find((each) => new RegExp(words).test(nameOf(each)));
    button?.click();
    return button !== undefined;
  };
  const dialogs = [...document.querySelectorAll('[role="dialog"], [aria-modal="true"], dialog[open]')];
  const login = dialogs.filter((each) => each.querySelector('form[action*="login"], input[name="pass"], a[href*="/login"]'));
  const pressed = [press(document, ${JSON.stringify(refusing)}), ...login.map((each) => press(each, ${JSON.stringify(closing)}))];
  return { isCleared: pressed.includes(true), asksToLogIn: login.length > 0 };
})()`;

export type Overlays = {
  isCleared: boolean;
  /** A question that asks to log in lay over the page. */
  asksToLogIn: boolean;
};

/**
 * Refuses optional cookies and closes a question that asks to log in, as a visitor would who wants to go on reading. It
 * never logs in, agrees to nothing and answers no check.
 */
export const clearOverlays = (page: Page): Promise<Overlays> =>
  page
    .evaluate(clearOnPage)
    .then((found) => found as Overlays)
    .catch(() => ({ isCleared: false, asksToLogIn: false }));

/** The answers that a search page fetches while it is scrolled, as they come. */
export type FeedAnswers = {
  /** Takes what has come since the last call. */
  take(): ParsedPage[];
  /** True while the page waits for an answer. */
  isWaiting(): boolean;
  close(): void;
};

const answerTimeoutMs = 15_000;

/**
 * Listens from before the visit on: the first answer can come before the page counts as loaded. Answers to
 * other questions of the page are left out.
 */
export function listenToFeed(page: Page, href: string, visited: Visited): FeedAnswers {
  const arrived: ParsedPage[] = [];
  const open = new Set<HTTPRequest>();
  const onRequest = (request: HTTPRequest) => {
    if (isFeedRequest(request, visited)) open.add(request);
  };
  const onFailed = (request: HTTPRequest) => open.delete(request);
  const onResponse = async (response: HTTPResponse) => {
    const request = response.request();
    if (!open.has(request)) return;
    try {
      const parsed = await readAnswer(response, href, visited);
      if (parsed && (parsed.failure || parsed.pageInfo || parsed.listings.length > 0)) arrived.push(parsed);
    } catch {
      // An answer that the browser dropped counts as one that never came: the scrolling goes on or falls
      // quiet.
    } finally {
      open.delete(request);
    }
  };
  const listenForResponses = (response: HTTPResponse) => void onResponse(response);
  page.on('request', onRequest);
  page.on('requestfailed', onFailed);
  page.on('response', listenForResponses);
  return {
    take: () => arrived.splice(0),
    isWaiting: () => open.size > 0,
    close: () => {
      page.off('request', onRequest);
      page.off('requestfailed', onFailed);
      page.off('response', listenForResponses);
    },
  };
}

/** A refusal is read off its status alone: a page that drops such an answer never lets its body arrive. */
async function readAnswer(
  response: HTTPResponse,
  href: string,
  { marketplace, demoOrigin }: Visited,
): Promise<ParsedPage | null> {
  const status = response.status();
  if (!response.ok()) return marketplace.parseRefusal(status);
  const html = await withTimeout(response.text(), answerTimeoutMs);
  return marketplace.parsePage({ url: href, html, status, demoOrigin });
}

function isFeedRequest(request: HTTPRequest, { marketplace }: Visited): boolean {
  const url = request.url();
  return URL.canParse(url) && marketplace.visit.isFeedRequest(request.method(), new URL(url));
}

export type SearchOptions = {
  /**
   * Called batch by batch: the page's own rows first, then each answer to scrolling. 'enough' ends the visit
   * (known cars reached).
   */
  onPage: (page: ParsedPage) => Promise<'more' | 'enough'>;
  /** Answers to scrolling beyond the first page at most; the marketplace's own figure unless a test brings one. */
  maxBatches?: number;
  /** Time without an answer after which the feed counts as ended. */
  quietMs?: number;
  /** Milliseconds between two turns of the wheel; the caller brings the jitter. */
  scrollPauseMs?: () => number;
  pageTimeoutMs?: number;
  /** The whole visit ends here, with what was read. */
  visitTimeoutMs?: number;
};

/**
 * Null failure: the feed ended, fell quiet, was long enough, or had no cars (`isEmpty`). What was given
 * before a failure stays given.
 */
export type SearchOutcome = { failure: PageFailure | null; isEmpty: boolean };

const defaults = { quietMs: 4000, pageTimeoutMs: 30_000, visitTimeoutMs: 110_000 };
const ownScriptsMs = 4000;
/** Classes that may turn out otherwise once the page's scripts have run. */
const unclear: readonly PageFailureClass[] = ['layout_changed', 'unknown_page', 'withheld'];
/** More than one screen a turn skips nothing: rows load by position, not by sight. */
const wheelDelta = 2400;

/** What is visited, and the demo that stands in for it where there is one. */
export type Visited = { marketplace: BrowserMarketplace; demoOrigin: string | undefined };

/** Reads a search page and, by really turning the wheel over it, what the site adds below. */
export async function visitSearch(
  page: Page,
  href: string,
  guard: RequestGuard,
  visited: Visited,
  options: SearchOptions,
): Promise<SearchOutcome> {
  const { feedAnswersPerVisit, scrollPauseMs } = visited.marketplace.visit;
  const own = { maxBatches: feedAnswersPerVisit, scrollPauseMs: () => scrollPauseMs };
  const settings = { ...defaults, ...own, ...options };
  const deadline = performance.now() + settings.visitTimeoutMs;
  const answers = listenToFeed(page, href, visited);
  try {
    const opened = await openPage(page, href, guard, settings.pageTimeoutMs);
    if ('failure' in opened) return { failure: opened.failure, isEmpty: false };
    const first = await readFirst(page, href, opened, visited, answers);
    const isWanted = first.listings.length > 0 ? (await options.onPage(first)) !== 'enough' : true;
    if (first.failure) return { failure: withPage(first.failure, opened.html), isEmpty: false };
    if (first.kind === 'empty') return { failure: null, isEmpty: true };
    if (!isWanted || first.kind === 'item' || first.pageInfo?.hasNextPage === false)
      return { failure: null, isEmpty: false };
    return { failure: await scroll(page, answers, settings, deadline), isEmpty: false };
  } finally {
    answers.close();
  }
}

/**
 * What the server sent; and where that is not understood, what the page's scripts made of it after a moment
 * (rendered cards, a log-in page reached by script).
 */
async function readFirst(
  page: Page,
  href: string,
  opened: OpenedPage,
  { marketplace, demoOrigin }: Visited,
  answers: FeedAnswers,
): Promise<ParsedPage> {
  const sent = marketplace.parsePage({ url: href, demoOrigin, ...opened });
  if (!sent.failure || !unclear.includes(sent.failure.class)) return sent;
  if (sent.listings.length > 0) return sent;
  await page.waitForSelector(marketplace.visit.drawnAds, { timeout: ownScriptsMs }).catch(() => undefined);
  const html = await page.content().catch(() => '');
  const rendered = marketplace.parsePage({
    url: href,
    html,
    status: opened.status,
    finalUrl: page.url(),
    demoOrigin,
  });
  if (rendered.listings.length > 0 || (rendered.failure && !unclear.includes(rendered.failure.class)))
    return rendered;
  // Some pages bring their very first rows by an answer to a question of their scripts.
  const late = (await waitForAnswers(answers)).find(({ listings }) => listings.length > 0);
  return late ?? (rendered.failure?.class === 'unknown_page' ? sent : rendered);
}

async function waitForAnswers(answers: FeedAnswers): Promise<ParsedPage[]> {
  const until = performance.now() + ownScriptsMs;
  while (answers.isWaiting() && performance.now() < until) await pause(100);
  return answers.take();
}

type ScrollSettings = SearchOptions & typeof defaults & { maxBatches: number; scrollPauseMs: () => number };

async function scroll(
  page: Page,
  answers: FeedAnswers,
  settings: ScrollSettings,
  deadline: number,
): Promise<PageFailure | null> {
  const seen = { batches: 0, lastAt: performance.now() };
  await clearOverlays(page);
  let hasCleared = false;
  await page.mouse.move(683, 450);
  while (performance.now() < deadline) {
    const isLost = await page.mouse.wheel({ deltaY: wheelDelta }).then(
      () => false,
      () => true,
    );
    if (isLost) return { class: 'network', evidence: 'the browser lost the page' };
    await pause(settings.scrollPauseMs());
    for (const batch of answers.take()) {
      seen.lastAt = performance.now();
      // The site sometimes answers with nothing and goes on after it: such an answer is no batch.
      const hasRows = batch.listings.length > 0;
      const isEnough = hasRows && (await settings.onPage(batch)) === 'enough';
      if (hasRows) seen.batches++;
      if (batch.failure) return batch.failure;
      if (isEnough || batch.pageInfo?.hasNextPage === false || seen.batches >= settings.maxBatches)
        return null;
    }
    if (answers.isWaiting() || performance.now() - seen.lastAt <= settings.quietMs) continue;
    const { isCleared, asksToLogIn } = await clearOverlays(page);
    if (!isCleared || hasCleared)
      return asksToLogIn
        ? { class: 'withheld', evidence: 'the feed fell quiet under a log-in dialog' }
        : null;
    hasCleared = true;
    seen.lastAt = performance.now();
  }
  return null;
}

export type MarketplaceBrowserOptions = {
  /** The demo marketplace's origin, where it is in use. */
  demoOrigin?: string;
  /** Narrows the addresses that the rules for links allow; it cannot widen them. */
  allow?: (url: string) => boolean;
  userAgent?: string;
  log?: (message: string, fields: Record<string, string | number | boolean>) => void;
  /** All addresses of a host name; the system's resolver unless a test brings its own. */
  resolve?: (hostname: string) => Promise<string[]>;
  /** Opens the browser's connections; the system's unless a test brings its own. */
  dial?: GateOptions['dial'];
  itemTimeoutMs?: number;
  /** How long the browser may take to be ready for a visit before it is started anew. */
  answerTimeoutMs?: number;
};

export type MarketplaceBrowser = {
  visitSearch(href: string, options: SearchOptions): Promise<SearchOutcome>;
  visitItem(href: string): Promise<ParsedPage>;
  close(): Promise<void>;
};

const refusedAddress: PageFailure = { class: 'unknown_page', evidence: 'no address of the marketplace' };

/**
 * One headless browser for one job: visits are made one after the other on one page, because a
 * single-process Chromium dies with its context. It reaches no host but the marketplace's, whatever a page
 * tries, and says who it is in its user agent.
 * @throws when the browser cannot be started
 */
export async function openMarketplace(options: MarketplaceBrowserOptions = {}): Promise<MarketplaceBrowser> {
  const { demoOrigin } = options;
  const gate = await openOutgoingGate({
    demoOrigin,
    resolve: options.resolve ?? resolveHost,
    dial: options.dial,
  });
  const tab = await openAnsweringPage({
    gateAddress: gate.address,
    userAgent: options.userAgent,
    answerTimeoutMs: options.answerTimeoutMs ?? 15_000,
    onRestart: () => options.log?.('the browser stopped answering and was started anew', {}),
  }).catch(async (error: unknown) => {
    await gate.close();
    throw error;
  });
  const visits: Visits = { tab, options, standing: null };
  return {
    visitSearch: async (href, search) => {
      const outcome = await visitGuarded(
        visits,
        href,
        { isSearch: true },
        (page, address, guard, marketplace) =>
          visitSearch(page, address, guard, { marketplace, demoOrigin }, search),
      );
      return outcome ?? { failure: refusedAddress, isEmpty: false };
    },
    visitItem: async (href) => {
      const read = await visitGuarded(
        visits,
        href,
        { isSearch: false },
        (page, address, guard, marketplace) =>
          readItem(page, address, guard, { marketplace, demoOrigin }, options.itemTimeoutMs ?? 20_000),
      );
      if (!read) return failed(refusedAddress);
      return 'kind' in read ? read : failed(read.failure);
    },
    close: async () => {
      await tab.close();
      if (gate.refused.length > 0)
        options.log?.('the browser tried to leave the marketplace', { refused: gate.refused.length });
      await gate.close();
    },
  };
}

function failed(failure: PageFailure): ParsedPage {
  return { kind: 'failure', listings: [], pageInfo: null, shownCount: 0, rejected: [], failure };
}

/**
 * The port's headless visit: one browser, opened here and closed by `close`. `search` settings are those of
 * `visitSearch`. Before every item page but the first it rests for `pauseSeconds`, a quarter more or less.
 */
export async function openBrowserPageSource(
  options: MarketplaceBrowserOptions & {
    search?: Omit<SearchOptions, 'onPage'>;
    pauseSeconds?: number;
  } = {},
): Promise<PageSource> {
  const { search, pauseSeconds = 0, ...browserOptions } = options;
  let hasReadItem = false;
  const marketplace = await openMarketplace(browserOptions);
  return {
    search: (href, onBatch) =>
      marketplace.visitSearch(href, {
        ...search,
        onPage: async (page) => {
          await onBatch(page);
          // What stands first here is no measure of what is new.
          return 'more';
        },
      }),
    item: async (href) => {
      if (hasReadItem) await pause(pauseSeconds * 1000 * (0.75 + Math.random() / 2));
      hasReadItem = true;
      const page = await marketplace.visitItem(href);
      const listing = page.listings[0];
      if (listing && !page.failure) return { listing };
      return { failure: page.failure ?? { class: 'layout_changed', evidence: 'the page names no item' } };
    },
    close: () => marketplace.close(),
  };
}
