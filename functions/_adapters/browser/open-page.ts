import { type HTTPResponse, type Page, TimeoutError } from 'puppeteer-core';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import type { RequestGuard } from './guard-requests.ts';

export type OpenedPage = { html: string; status: number; finalUrl: string };

/**
 * Goes to an address and returns what the server sent, before the page's own scripts changed it; or why that
 * did not happen. Never throws for what a site can do.
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

/** The first half of `openPage`: until the page stands in the browser. */
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

/** The second half: all that the server sent, which costs more than loading it, since the browser hands over a copy. */
export async function wholePage(
  page: Page,
  response: HTTPResponse,
  guard: RequestGuard,
  timeoutMs: number,
): Promise<OpenedPage | { failure: PageFailure }> {
  try {
    // A body that never ends has ended for us when the page's own timeout is over.
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
