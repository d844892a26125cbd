import { isObject, readArray, readAt, readNumber } from '#core/marketplace/page/json-read.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';

const loginRequired = 1357001;
/** "Rate limit exceeded", which visitors without an account are told of every further page, however slowly they ask. */
const noFurtherPages = 1675004;

/**
 * A refusal in an answer to scrolling: the site names it by a code, beside no rows. It says nothing of the ads' own pages.
 */
export function refusedAnswer(documents: readonly unknown[], hasRows: boolean): PageFailure | null {
  if (hasRows) return null;
  const codes = documents.flatMap((document) => [
    readNumber(document, 'error'),
    ...readArray(document, 'errors').map(
      (error) => readNumber(error, 'code') ?? readNumber(error, 'api_error_code'),
    ),
    readNumber(readAt(document, 'error'), 'code'),
  ]);
  const code = codes.find((found) => found !== null && found !== undefined);
  if (code === null || code === undefined) return refusedWithoutCode(documents);
  if (code === loginRequired) return { class: 'login_wall', evidence: `error ${loginRequired}` };
  const what = code === noFurtherPages ? 'no further pages for visitors' : 'refused answer';
  return { class: 'withheld', evidence: `error ${code}: ${what}` };
}

/** Errors in words alone, no data at all, or a feed without a row that says that it goes on: none of these is an empty search. */
function refusedWithoutCode(documents: readonly unknown[]): PageFailure | null {
  if (documents.some((document) => readArray(document, 'errors').length > 0))
    return { class: 'withheld', evidence: 'errors without a code' };
  if (documents.some((document) => isObject(document) && document.data === null))
    return { class: 'withheld', evidence: 'answer without data' };
  const goesOn = documents.some(
    (document) =>
      readAt(document, 'data', 'marketplace_search', 'feed_units', 'page_info', 'has_next_page') === true,
  );
  return goesOn ? { class: 'withheld', evidence: 'no rows in a feed that goes on' } : null;
}
