import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { BrowserMarketplace } from '#core/marketplace/marketplace.ts';
import type { PageFailure, PageFailureClass } from '#core/marketplace/page-failure.ts';
import type { ParsedPage } from '#core/marketplace/parsed-page.ts';
import { withPage } from '#core/marketplace/retry-policy.ts';
import { clearOverlays } from './clear-overlays.ts';
import { type FeedAnswers, listenToFeed } from './feed-answers.ts';
import type { RequestGuard } from './guard-requests.ts';
import { type OpenedPage, openPage } from './open-page.ts';

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
