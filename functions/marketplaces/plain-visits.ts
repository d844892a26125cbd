import { setTimeout as pause } from 'node:timers/promises';
import robotsParser from 'robots-parser';
import { pagesPerHour, type RateLimit } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import type { MarketplaceLink } from '#core/marketplaces/links.ts';
import {
  type PageFailure,
  type PageSource,
  type ParsedPage,
  type PlainMarketplace,
  type PlainVisit,
  type SearchEnd,
  type SearchOptions,
  type TakeBatch,
  withPage,
} from '#core/marketplaces/marketplace.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { takePermit } from '#functions/accounts/limits.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';

/** What robots.txt lets our user agent request at one origin. */
export type RobotsRules = { isAllowed(address: string): boolean };

const keptMs = 86_400_000;
/** An unreadable robots.txt forbids everything, cached for less time: RFC 9309, 2.3.1.4. */
const keptUnreadMs = 3_600_000;
const keptRules = new Map<string, { rules: RobotsRules; untilMs: number }>();

/** The package exports a function, although its types declare a module. */
const parse = robotsParser as unknown as (
  address: string,
  text: string,
) => { isAllowed(asked: string, agent: string): boolean | undefined };

const everything: RobotsRules = { isAllowed: () => true };
const nothing: RobotsRules = { isAllowed: () => false };

/**
 * The rules at this address, cached for a day within the process. `read` returns status and text, or null when there was no
 * answer.
 */
export async function readRobotsRules(
  address: string,
  agent: string,
  nowMs: number,
  read: () => Promise<{ status: number; body: string } | null>,
): Promise<RobotsRules> {
  const known = keptRules.get(address);
  if (known && known.untilMs > nowMs) return known.rules;
  const answer = await read();
  const rules = rulesOf(address, agent, answer);
  if (rules === nothing) log.warn('robots.txt could not be read', { address, status: answer?.status ?? 0 });
  keptRules.set(address, { rules, untilMs: nowMs + (rules === nothing ? keptUnreadMs : keptMs) });
  return rules;
}

function rulesOf(
  address: string,
  agent: string,
  answer: { status: number; body: string } | null,
): RobotsRules {
  if (answer === null || answer.status >= 500 || answer.status === 429) return nothing;
  if (answer.status >= 400) return everything;
  if (answer.status !== 200) return nothing;
  const rules = parse(address, answer.body);
  return { isAllowed: (asked) => rules.isAllowed(asked, agent) ?? true };
}

export type TurnOptions = {
  source: MarketplaceId;
  isDemo: boolean;
  /** Between two requests of all workers together; 0 means no pause. */
  pauseSeconds: number;
};

/** After losing the turn to other workers this often, a worker makes its request anyway: the others keep the pauses too. */
const mostRefusals = 40;

/**
 * Rate-limits requests to one marketplace: each call waits for its turn among all workers. False when the hour's page budget
 * is used up. A worker waits out its own last turn locally, so that alone it makes one table call per page and waits no
 * longer than necessary.
 */
export function turnsAt({ source, isDemo, pauseSeconds }: TurnOptions): () => Promise<boolean> {
  const turn: RateLimit = { kind: 'page-turn', capacity: 1, refillSeconds: pauseSeconds };
  let nextAt = 0;
  return async () => {
    if (!isDemo && (await secondsToWait(pagesPerHour, source)) > 0) return false;
    for (let refusals = 0; pauseSeconds > 0 && refusals < mostRefusals; refusals++) {
      while (performance.now() < nextAt) await pause(Math.ceil(nextAt - performance.now()));
      const seconds = Math.min(await secondsToWait(turn, source), pauseSeconds);
      nextAt = performance.now() + 1000 * (seconds > 0 ? seconds * (0.75 + Math.random() / 2) : pauseSeconds);
      if (seconds === 0) break;
    }
    countMetric('PagesAsked', 1, { Source: source });
    return true;
  };
}

async function secondsToWait(limit: RateLimit, subject: string): Promise<number> {
  try {
    await takePermit(limit, subject);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Number(error.details?.retryAfterSeconds ?? 1);
  }
}

export type PoliteOptions = {
  marketplace: PlainMarketplace;
  /** The marketplace's origin, or its demo's. */
  origin: string;
  isDemo: boolean;
  /** The user agent, with an address for complaints: "Bilfund/1.0 (+https://…)". */
  agent: string;
  /** Between two requests of all workers together; 0 for a demo. */
  pauseSeconds: number;
};

export type PlainPage = { status: number; html: string; finalUrl: string };

const timeoutMs = 30_000;
const longestBody = 16_000_000;
const mostRedirects = 3;
/** Pages cached with their ETag or date for conditional requests. */
const mostKept = 20;
const kept = new Map<string, { mark: Record<string, string>; html: string }>();

/**
 * Requests pages politely: under its own name, one at a time with pauses shared by all workers, within an hourly budget, and
 * nothing that robots.txt forbids or that is on another origin.
 */
export function politeClient(
  options: PoliteOptions,
): (address: string) => Promise<PlainPage | { failure: PageFailure }> {
  const { marketplace, origin, agent } = options;
  const takeTurn = turnsAt({ ...options, source: marketplace.id });
  const robotsAddress = `${origin}${marketplace.visit.robotsPath}`;
  const rules = () =>
    readRobotsRules(robotsAddress, agent, clock.now().getTime(), async () => {
      const answer = await ask(robotsAddress, options).catch(() => null);
      return answer && { status: answer.status, body: await readText(answer) };
    });
  return async (address) => {
    try {
      let asked = address;
      for (let hop = 0; hop <= mostRedirects; hop++) {
        if (!isOwn(asked, options))
          return fail('unknown_page', 'the address leads away from the marketplace');
        if (!(await rules()).isAllowed(asked)) return fail('closed_to_robots', 'robots.txt');
        if (!(await takeTurn())) return fail('budget_spent', 'the pages of this hour');
        const answer = await ask(asked, options);
        const next = redirectOf(answer, asked);
        if (next === null) return await pageOf(answer, asked);
        asked = next;
      }
      return fail('unknown_page', 'led on and on');
    } catch (error) {
      return isTimeout(error) ? fail('timeout', 'no answer in time') : fail('network', 'no connection');
    }
  };
}

const fail = (failure: PageFailure['class'], evidence: string) => ({ failure: { class: failure, evidence } });

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const isOwn = (address: string, { marketplace, origin, isDemo }: PoliteOptions): boolean =>
  marketplace.isVisitable(address, { origin, isDemo });

function ask(address: string, { agent }: PoliteOptions): Promise<Response> {
  return fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'user-agent': agent,
      'accept-language': 'da',
      accept: 'text/html,application/json;q=0.9',
      ...kept.get(address)?.mark,
    },
  });
}

function redirectOf(answer: Response, asked: string): string | null {
  const to = answer.headers.get('location');
  if (answer.status < 300 || answer.status >= 400 || answer.status === 304 || !to) return null;
  return URL.canParse(to, asked) ? new URL(to, asked).href : null;
}

async function pageOf(answer: Response, asked: string): Promise<PlainPage> {
  const known = kept.get(asked);
  if (answer.status === 304 && known) return { status: 200, html: known.html, finalUrl: asked };
  const html = await readText(answer);
  const tag = answer.headers.get('etag');
  const since = answer.headers.get('last-modified');
  if (answer.status === 200 && (tag || since)) {
    kept.delete(asked);
    kept.set(asked, {
      mark: { ...(tag && { 'if-none-match': tag }), ...(since && { 'if-modified-since': since }) },
      html,
    });
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(oldest);
  }
  return { status: answer.status, html, finalUrl: asked };
}

/** The text of an answer, cut off at the largest size of a page. */
async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestBody) break;
  }
  return text;
}

/** The page source for a marketplace whose pages can be read as the server sends them, without a browser. */
export function openPlainPageSource(
  marketplace: PlainMarketplace,
  { origin, isDemo }: Pick<MarketplaceLink, 'origin' | 'isDemo'>,
  options: Pick<PoliteOptions, 'agent' | 'pauseSeconds'>,
): PageSource {
  const get = politeClient({ marketplace, origin, isDemo, ...options });
  const demoOrigin = isDemo ? origin : undefined;
  const read: Read = async (href, address) => {
    const answer = await get(address);
    if ('failure' in answer) return answer;
    const page = marketplace.parsePage({ url: href, demoOrigin, ...answer });
    return page.failure ? { ...page, failure: withPage(page.failure, answer.html) } : page;
  };
  return {
    search: (href, onBatch, search) => readSearch(marketplace.visit, read, href, onBatch, search),
    item: async (href) => {
      const page = await read(href, href);
      if (!('listings' in page)) return page;
      const listing = page.listings[0];
      if (listing && !page.failure) return { listing };
      return { failure: page.failure ?? { class: 'layout_changed', evidence: 'the page names no item' } };
    },
    close: async () => undefined,
  };
}

type Read = (href: string, address: string) => Promise<ParsedPage | { failure: PageFailure }>;

/**
 * Reads pages, newest first, until the end, a page without new ads, or the limit. A page without its data is requested once
 * more at the address that serves the data alone.
 */
async function readSearch(
  visit: PlainVisit,
  read: Read,
  href: string,
  onBatch: TakeBatch,
  { isRepeat = false }: SearchOptions = {},
): Promise<SearchEnd> {
  let most = visit.firstPages;
  const seen = new Set<string>();
  let total: number | undefined;
  for (let number = 1; number <= most; number++) {
    const page = await readPage(visit, read, href, number);
    if (!('listings' in page)) return { failure: page.failure, isEmpty: false };
    if (page.isDegraded) log.warn('a search page had no data', { page: number });
    total = page.total ?? total;
    const fresh = page.listings.filter(({ id }) => !seen.has(id));
    for (const { id } of page.listings) seen.add(id);
    // Beyond the last page the site repeats the first one: the same ads again mean the end.
    if (number > 1 && fresh.length === 0 && page.listings.length > 0) break;
    const { known } = await onBatch({ listings: fresh, rejected: page.rejected });
    if (number === 1 && isRepeat && known !== 'none') most = visit.repeatPages;
    if (page.failure) return { failure: page.failure, isEmpty: false };
    if (page.kind === 'empty') return { failure: null, isEmpty: number === 1 };
    if (page.pageInfo?.hasNextPage !== true) return { failure: null, isEmpty: false };
    if (isRepeat && known === 'all') return { failure: null, isEmpty: false };
  }
  // For a repeated search, earlier runs have read the rest.
  const beyond = isRepeat || total === undefined ? 0 : Math.max(0, total - seen.size);
  return { failure: null, isEmpty: false, beyondLimit: beyond };
}

async function readPage(
  visit: PlainVisit,
  read: Read,
  href: string,
  number: number,
): Promise<ParsedPage | { failure: PageFailure }> {
  const page = await read(href, visit.pageAddress(href, number));
  const isUnread =
    'listings' in page && page.listings.length === 0 && page.failure?.class === 'layout_changed';
  const data = isUnread ? visit.dataAddress(href, number) : null;
  if (data === null) return page;
  const again = await read(href, data);
  return 'listings' in again && again.listings.length > 0 ? { ...again, isDegraded: true } : page;
}
