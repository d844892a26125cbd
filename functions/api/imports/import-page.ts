import { isForSale } from '#core/car/for-sale.ts';
import { Failure } from '#core/failure.ts';
import { beyondLimitMarks, leftOutMarks, sameCarMarks } from '#core/import/left-out.ts';
import { mostCarsOfPage } from '#core/import/page-limits.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { marketplaces, readPage } from '#core/marketplace/marketplaces.ts';
import type { ParsedPage } from '#core/marketplace/parsed-page.ts';
import { readLink } from '#core/marketplace/read-link.ts';
import { retryPolicy } from '#core/marketplace/retry-policy.ts';
import { demoOrigin } from '#functions/_runtime/settings.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { beginCallersImport } from '#functions/use-cases/imports/begin-import.ts';
import { inflatePage } from '#functions/use-cases/imports/inflate-page.ts';
import { senderOf } from '#functions/use-cases/imports/sender-of.ts';
import { takePage, withinPrices } from '#functions/use-cases/imports/take-page.ts';

/** Where the page came from, as far as the caller said so and it is a link we know. */
function addressOf(url: string | undefined): string {
  const parsed = url ? readLink(url, { demoOrigin: demoOrigin() }) : null;
  return parsed?.ok ? parsed.link.href : marketplaces[0]!.home;
}

const noSavedPage =
  'This file is not a saved Marketplace page. Save the search page itself and drop it here.';

/** A page without cars is refused before anything is charged, and named: empty, gone, a wall, or no page of ours at all. */
function refuseWithoutCars(page: ParsedPage, forSale: readonly Listing[]): void {
  if (forSale.length > 0) return;
  if (page.kind === 'empty' || page.listings.length > 0)
    throw new Failure(422, 'page_not_recognised', 'This page has no cars for sale.', {
      class: 'empty',
    });
  const failureClass = page.failure?.class ?? 'unknown_page';
  // Of a visit it is the marketplace that answered; here it is a file that somebody chose.
  const reason = failureClass === 'unknown_page' ? noSavedPage : retryPolicy[failureClass].userReason;
  throw new Failure(422, 'page_not_recognised', reason, { class: failureClass });
}

/** Cars that stand on the page behind those that are read of any page. */
const unreadOf = ({ shownCount, listings, rejected }: ParsedPage): number =>
  Math.max(0, shownCount - listings.length - rejected.length);

export const handler = endpoint('POST /api/imports/page', async ({ body, query }, caller, request) => {
  const html = await inflatePage(body, request.headers['content-encoding']);
  const href = addressOf(query.url);
  const page = readPage({ url: href, html, demoOrigin: demoOrigin() });
  const allForSale = page.listings.filter(isForSale);
  const forSale = allForSale.slice(0, mostCarsOfPage);
  refuseWithoutCars(page, forSale);
  const started = await beginCallersImport(caller, request, {
    href,
    kind: 'page',
    isByButton: query.by === 'button',
    sentBy: await senderOf(caller.id, request.clientAddress),
  });
  const { requestId } = request;
  const notForSale = page.listings.filter((listing) => !isForSale(listing));
  const { within, beyond } = await withinPrices(caller.id, forSale);
  await takePage({ jobId: started.jobId, ownerId: caller.id, requestId }, within, [
    ...leftOutMarks(page, notForSale),
    ...sameCarMarks(beyond),
    ...beyondLimitMarks(allForSale.length - forSale.length + unreadOf(page)),
  ]);
  return {
    id: started.historyId,
    jobId: started.jobId,
    kind: page.kind,
    carsFound: within.length,
    rejected: page.rejected.map(({ id, reason }) => ({ id: id ?? null, reason })),
  };
});
