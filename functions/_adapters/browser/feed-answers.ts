import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import type { ParsedPage } from '#core/marketplace/parsed-page.ts';
import { withTimeout } from './open-page.ts';
import type { Visited } from './visit-search.ts';

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
