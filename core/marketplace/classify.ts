import { readAttribute, scanElements } from './html-scan.ts';
import type { PageContext } from './page-context.ts';
import type { PageFailure } from './page-failure.ts';

/** What the page turned out to hold, as far as classifying needs it. */
export type PageFindings = {
  /** At least one listing, or an item, was read. */
  hasData: boolean;
  hasNoResults: boolean;
  isItemGone: boolean;
  rowCount: number;
  rejectedCount: number;
};

const maxRejectedShare = 0.2;

/**
 * Why a visit failed, or null when it did not. The classes are decided in the order of the product's rules
 * and only from positive evidence. A dialog that asks to log in over a page that shows its data is no wall,
 * so walls count only where nothing was read. `evidence` is fixed text: nothing of the page is quoted.
 */
export function classifyPage(
  html: string,
  status: number | null,
  context: PageContext,
  found: PageFindings,
): PageFailure | null {
  const refusal = classifyStatus(html, status, found.hasData);
  if (refusal) return refusal;
  if (!found.hasData && !found.hasNoResults) {
    const wall = findWall(html, context) ?? findRemoval(html, status, context, found.isItemGone);
    if (wall) return wall;
  }
  if (found.hasNoResults && !found.hasData) return null;
  const lostPlace = findLostPlace(context);
  if (lostPlace) return { class: 'location_not_recognised', evidence: lostPlace };
  if (found.rowCount > 0 && found.rejectedCount / found.rowCount > maxRejectedShare) {
    return {
      class: 'layout_changed',
      evidence: `${found.rejectedCount} of ${found.rowCount} listings could not be read`,
    };
  }
  if (found.hasData) return null;
  const shell = findShell(html);
  return shell
    ? { class: 'layout_changed', evidence: `${shell}, but no listing could be read` }
    : { class: 'unknown_page', evidence: 'nothing of the marketplace on the page' };
}

/** A refusal that the site states in figures or in its own words, also inside a GraphQL answer. */
export function classifyStatus(text: string, status: number | null, hasData: boolean): PageFailure | null {
  if (status === 401 || status === 403 || status === 429)
    return { class: 'rate_limited', evidence: `status ${status}` };
  if (!hasData && /rate limit exceeded/i.test(text))
    return { class: 'rate_limited', evidence: 'text "Rate limit exceeded"' };
  if (status !== null && status >= 500) return { class: 'network', evidence: `status ${status}` };
  return null;
}

function findWall(html: string, context: PageContext): PageFailure | null {
  const path = context.finalPath;
  const login = findLogin(html, path);
  if (login) return { class: 'login_wall', evidence: login };
  if (/^\/checkpoint|two_step|two_factor|captcha/.test(path))
    return { class: 'checkpoint', evidence: 'final address' };
  if (/<form[^>]{0,2000}action\s*=\s*["'][^"']*\/checkpoint\//i.test(html))
    return { class: 'checkpoint', evidence: 'form of a checkpoint' };
  if (/\sid\s*=\s*["']?captcha|captcha_persist_data/i.test(html))
    return { class: 'checkpoint', evidence: 'captcha on the page' };
  if (/^\/(?:privacy\/consent|cookie\/consent|consent)/.test(path))
    return { class: 'consent_wall', evidence: 'final address' };
  if (/<form[^>]{0,2000}action\s*=\s*["'][^"']*\/(?:privacy|cookie)\/consent/i.test(html))
    return { class: 'consent_wall', evidence: 'form that asks for consent' };
  return null;
}

function findLogin(html: string, path: string): string | null {
  if (/^\/login(?:[/.?]|$)/.test(path)) return 'final address';
  for (const title of scanElements(html, 'title')) {
    if (
      /^\s*(?:log (?:in ?to|in to|into)|log p(?:å|&aring;)|log ind p(?:å|&aring;)) facebook/i.test(
        title.content,
      )
    )
      return 'title of the log-in page';
    break;
  }
  const canonical = readCanonical(html);
  if (canonical && /\/login(?:[/.?#]|$)/.test(canonical)) return 'canonical address';
  return /<form[^>]{0,2000}\sid\s*=\s*["']?login_form/i.test(html) ? 'log-in form and no listings' : null;
}

function findRemoval(
  html: string,
  status: number | null,
  context: PageContext,
  isItemGone: boolean,
): PageFailure | null {
  const removed = (evidence: string): PageFailure => ({ class: 'listing_removed', evidence });
  if (/[?&]unavailable_product=1/.test(context.finalPath)) return removed('final address');
  if (/"canonicalRouteName"\s*:\s*"[^"]*CometErrorRoute"/.test(html)) return removed('route CometErrorRoute');
  if (isItemGone) return removed('the page names no item');
  if (status === 404 || status === 410) return removed(`status ${status}`);
  return null;
}

/**
 * An unknown place falls back silently to another one: only the final address tells. Digits are the site's
 * own name for a place it knew.
 */
function findLostPlace(context: PageContext): string | null {
  const { askedSlug, finalSlug, hasFinalAddress } = context;
  if (
    askedSlug === null ||
    !hasFinalAddress ||
    finalSlug === askedSlug ||
    !context.finalPath.startsWith('/marketplace')
  )
    return null;
  if (finalSlug === null) return 'the final address names no place';
  return /^\d+$/.test(finalSlug) || /^\d+$/.test(askedSlug) ? null : 'the final address names another place';
}

function findShell(html: string): string | null {
  if (/"canonicalRouteName"\s*:\s*"[^"]*Marketplace/.test(html)) return 'route of the marketplace';
  if (/<html[^>]{0,2000}\sid\s*=\s*["']?facebook/i.test(html) || /<script[^>]{0,2000}\sdata-sjs/i.test(html))
    return "the site's shell";
  return /marketplace_(?:search|product_details_page|feed_stories)|\/marketplace\/item\//.test(html)
    ? 'words of the marketplace'
    : null;
}

function readCanonical(html: string): string | null {
  const link = /<link\b([^>]{0,2000}\srel\s*=\s*["']?canonical[^>]{0,2000})>/i.exec(html)?.[1];
  return link ? readAttribute(link, 'href') : null;
}
