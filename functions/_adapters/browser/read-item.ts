import type { Page } from 'puppeteer-core';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import type { ParsedPage } from '#core/marketplace/parsed-page.ts';
import { withPage } from '#core/marketplace/retry-policy.ts';
import type { RequestGuard } from './guard-requests.ts';
import { handOverScripts } from './hand-over-scripts.ts';
import { loadPage, wholePage } from './open-page.ts';
import type { Visited } from './visit-search.ts';

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
