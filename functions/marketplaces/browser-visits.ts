import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import { type MarketplaceLink, readLink } from '#core/marketplaces/links.ts';
import {
  type BrowserMarketplace,
  needsBrowser,
  type PageFailure,
  type PageFailureClass,
  type PageSource,
  type ParsedPage,
  withPage,
} from '#core/marketplaces/marketplace.ts';
import { marketplaceOf } from '#core/marketplaces/marketplaces.ts';
import { log } from '#functions/platform/log.ts';
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
import { guardRequests, openOutgoingGate, type RequestGuard, resolveHost } from './outgoing-gate.ts';

export type AnsweringPage = {
  /**
   * Prepares the page for a visit. If the page does not respond, tries once more in a new browser.
   * @throws what `prepare` throws in the new browser
   */
  prepare: <T>(prepare: (page: Page) => Promise<T>) => Promise<{ page: Page; prepared: T }>;
  /** Marks the page as unusable after a failed visit: the next one begins in a new browser. */
  giveUp: () => void;
  close: () => Promise<void>;
};

export type AnsweringPageOptions = {
  gateAddress: string;
  /** Timeout for preparing the page, which takes milliseconds when the browser is healthy. */
  answerTimeoutMs: number;
  onRestart: () => void;
};

/**
 * The one page of a job. Its browser is restarted when it no longer responds: a page that ends in the middle of a redirect
 * sometimes leaves a tab that takes no command, and every later visit of the job would fail.
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

async function start({ gateAddress }: AnsweringPageOptions): Promise<{ browser: Browser; page: Page }> {
  const browser = await launchBrowser(gateAddress);
  try {
    return { browser, page: await preparePage(browser) };
  } catch (error) {
    await closeBrowser(browser);
    throw error;
  }
}

/**
 * Reads an ad's page. The parser needs a few kilobytes of its two or three megabytes: these are fetched first and suffice if
 * they contain the ad. Any other page (refused, removed, redirected, with a changed layout) is fetched whole, so that it is
 * classified by everything the server sent.
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

/** The visits of one browser. `standing`: the ad's page that the last visit left loaded. */
export type Visits = {
  tab: AnsweringPage;
  options: MarketplaceBrowserOptions;
  standing: { page: Page; guard: RequestGuard; origin: string } | null;
};

/** One guarded visit; null without a visit when the address is not the marketplace's. Scripts run on search pages only. */
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
    log.info('visited the marketplace', { ...kind, blockedRequests: length, leftTheSite });
  }
}

/**
 * Installs the guard of the next visit. An ad's page runs no scripts and sends no further requests, so the next ad's page
 * replaces it directly: an empty page in between would take half as long as an ad's.
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
    allow: (url) => marketplace.isVisitable(url, link),
    hasStyles: isSearch,
    trustedHosts: new Set(link.isDemo ? [new URL(link.origin).hostname] : []),
    resolve: options.resolve ?? resolveHost,
  });
}

/**
 * Stops whatever the page is still doing, then removes the guard, since the page can no longer send requests.
 * @throws when the page does not respond
 */
async function leave(page: Page, guard: RequestGuard): Promise<void> {
  await page.goto('about:blank', { timeout: 5000 });
  await withTimeout(guard.close(), 5000);
}

/** Labels, in the site's languages, of buttons that refuse optional cookies or close a dialog. */
const refusing =
  '^(decline optional cookies|only allow essential cookies|afvis valgfrie cookies|tillad kun nødvendige cookies|avvisa valfria cookies|optionale cookies ablehnen|nur erforderliche cookies erlauben|avvis valgfrie informasjonskapsler)$';
const closing = '^(close|luk|stäng|schließen|lukk)$';

/** Runs in the page, outside this program's types, so it is a string. */
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
  /** A dialog that asked to log in covered the page. */
  asksToLogIn: boolean;
};

/**
 * Refuses optional cookies and closes log-in dialogs, as a visitor would who wants to read on. It never logs in, accepts
 * anything or answers a check.
 */
export const clearOverlays = (page: Page): Promise<Overlays> =>
  page
    .evaluate(clearOnPage)
    .then((found) => found as Overlays)
    .catch(() => ({ isCleared: false, asksToLogIn: false }));

/** The responses that a search page fetches while it is scrolled, in order of arrival. */
export type FeedAnswers = {
  /** Takes the responses since the last call. */
  take(): ParsedPage[];
  /** True while the page waits for a response. */
  isWaiting(): boolean;
  close(): void;
};

const answerTimeoutMs = 15_000;

/**
 * Listens from before the visit, because the first response can arrive before the page counts as loaded. Ignores responses
 * to the page's other requests.
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
      // A response that the browser dropped counts as none: scrolling continues or the feed counts as quiet.
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

/** A refusal is recognised by its status alone: when a page drops such a response, its body never arrives. */
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
   * Called for each batch: first the page's own rows, then each response to scrolling. 'enough' ends the visit (known cars
   * reached).
   */
  onPage: (page: ParsedPage) => Promise<'more' | 'enough'>;
  /** Most responses to scrolling after the first page; the marketplace's own limit unless a test sets one. */
  maxBatches?: number;
  /** Time without a response after which the feed counts as ended. */
  quietMs?: number;
  /** Milliseconds between two turns of the wheel, including jitter. */
  scrollPauseMs?: () => number;
  pageTimeoutMs?: number;
  /** Timeout of the whole visit; what was read so far is kept. */
  visitTimeoutMs?: number;
};

/**
 * Null failure: the feed ended, fell quiet, reached the limit, or had no cars (`isEmpty`). Batches delivered before a
 * failure remain valid.
 */
export type SearchOutcome = { failure: PageFailure | null; isEmpty: boolean };

const defaults = { quietMs: 4000, pageTimeoutMs: 30_000, visitTimeoutMs: 110_000 };
const ownScriptsMs = 4000;
/** Failures that may turn out differently once the page's scripts have run. */
const unclear: readonly PageFailureClass[] = ['layout_changed', 'unknown_page', 'withheld'];
/** Scrolling more than one screen per turn skips nothing: rows load by scroll position, not by visibility. */
const wheelDelta = 2400;

/** The marketplace visited, and the demo that replaces it where there is one. */
export type Visited = { marketplace: BrowserMarketplace; demoOrigin: string | undefined };

/** Reads a search page and, by scrolling it with the mouse wheel, the rows that the site adds. */
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
 * Parses what the server sent, or if that is not understood, what the page's scripts made of it after a moment (rendered
 * cards, a log-in page reached by script).
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
  // Some pages fetch even their first rows by script.
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
      // The site sometimes sends an empty response and continues after it; that is not a batch.
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
  demoOrigin?: string;
  /** Resolves all addresses of a host name; the system's resolver unless a test replaces it. */
  resolve?: (hostname: string) => Promise<string[]>;
  /** How long the browser may take to prepare a visit before it is restarted. */
  answerTimeoutMs?: number;
};

export type MarketplaceBrowser = {
  visitSearch(href: string, options: SearchOptions): Promise<SearchOutcome>;
  visitItem(href: string): Promise<ParsedPage>;
  close(): Promise<void>;
};

const refusedAddress: PageFailure = { class: 'unknown_page', evidence: 'no address of the marketplace' };

/**
 * A headless browser for one job. Visits are made one after another on one page, because a single-process Chromium dies with
 * its context. It reaches only the marketplace's hosts, whatever a page tries, and identifies itself in its user agent.
 * @throws when the browser cannot be started
 */
export async function openMarketplace(options: MarketplaceBrowserOptions = {}): Promise<MarketplaceBrowser> {
  const { demoOrigin } = options;
  const gate = await openOutgoingGate({ demoOrigin, resolve: options.resolve ?? resolveHost });
  const tab = await openAnsweringPage({
    gateAddress: gate.address,
    answerTimeoutMs: options.answerTimeoutMs ?? 15_000,
    onRestart: () => log.warn('the browser stopped answering and was started anew'),
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
          readItem(page, address, guard, { marketplace, demoOrigin }, 20_000),
      );
      if (!read) return failed(refusedAddress);
      return 'kind' in read ? read : failed(read.failure);
    },
    close: async () => {
      await tab.close();
      if (gate.refused.length > 0)
        log.warn('the browser tried to leave the marketplace', { refused: gate.refused.length });
      await gate.close();
    },
  };
}

function failed(failure: PageFailure): ParsedPage {
  return { kind: 'failure', listings: [], pageInfo: null, shownCount: 0, rejected: [], failure };
}

/**
 * The page source that uses a headless browser, opened here and closed by `close`. `search` settings are those of
 * `visitSearch`. Before each item page but the first it waits `pauseSeconds`, varied by up to a quarter.
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
          // This marketplace's order does not show where known cars begin.
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
