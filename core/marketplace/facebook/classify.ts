import { tooManyRejected } from '#core/marketplace/page/too-many-rejected.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import type { PageContext } from './page-context.ts';
import { type PageSigns, readSigns } from './page-signs.ts';

/** What the page turned out to hold, as far as classifying needs it. */
export type PageFindings = {
  /** At least one listing, or an item, was read. */
  hasData: boolean;
  hasNoResults: boolean;
  isItemGone: boolean;
  rowCount: number;
  rejectedCount: number;
};

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
  const signs = readSigns(found.hasData ? '' : html);
  if (!found.hasData && !found.hasNoResults) {
    const wall = findWall(signs, context) ?? findRemoval(html, status, context, found.isItemGone);
    if (wall) return wall;
  }
  if (found.hasNoResults && !found.hasData) return null;
  const lostPlace = findLostPlace(context);
  if (lostPlace) return { class: 'location_not_recognised', evidence: lostPlace };
  const unreadable = tooManyRejected(found.rowCount, found.rejectedCount);
  if (unreadable) return unreadable;
  if (found.hasData) return null;
  const withheld = findWithheld(html, signs);
  if (withheld) return { class: 'withheld', evidence: withheld };
  const shell = findShell(html, signs);
  return shell
    ? { class: 'layout_changed', evidence: `${shell}, but no listing could be read${keysOf(html)}` }
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

function findWall(signs: PageSigns, context: PageContext): PageFailure | null {
  const path = context.finalPath;
  const login = findLogin(signs, path);
  if (login) return { class: 'login_wall', evidence: login };
  if (/^\/checkpoint|two_step|two_factor|captcha/.test(path))
    return { class: 'checkpoint', evidence: 'final address' };
  if (signs.formTargets.some((target) => target.includes('/checkpoint/'))) {
    return { class: 'checkpoint', evidence: 'form of a checkpoint' };
  }
  if (signs.hasCaptcha) return { class: 'checkpoint', evidence: 'captcha on the page' };
  if (/^\/(?:privacy\/|cookie\/)?consent/.test(path))
    return { class: 'consent_wall', evidence: 'final address' };
  if (signs.formTargets.some((target) => /\/(?:privacy|cookie)\/consent/.test(target))) {
    return { class: 'consent_wall', evidence: 'form that asks for consent' };
  }
  return null;
}

const loginTitle =
  /^\s*(?:(?:log (?:in ?to|in to|into)|log på|log ind på|logga in på|logg inn på) facebook|facebook\s*[–—-]\s*(?:log|anmelden|einloggen))/i;

function findLogin(signs: PageSigns, path: string): string | null {
  if (/^\/login(?:[/.?]|$)/.test(path)) return 'final address';
  if (loginTitle.test(signs.title)) return 'title of the log-in page';
  if (/\/login(?:[/.?#]|$)/.test(signs.canonicalAddress)) return 'canonical address';
  const asksToLogIn = signs.formTargets.some((target) => /\/login(?:[/.?#]|$)/.test(target));
  return signs.hasLoginForm || asksToLogIn ? 'log-in form and no listings' : null;
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

const routeOf = (html: string): string => /"canonicalRouteName"\s*:\s*"([\w.]{1,100})"/.exec(html)?.[1] ?? '';
/** Data or markup of a car, in whatever new shape. */
const carData = /feed_units|marketplace_(?:search|feed_stories|product_details_page)|\/marketplace\/item\//;

/**
 * What visitors without an account get in place of what they asked for: the site's frame without a car in it, somebody's
 * profile, a log-in that its scripts would draw.
 */
function findWithheld(html: string, signs: PageSigns): string | null {
  if (carData.test(html)) return null;
  const route = routeOf(html);
  if (/login/i.test(route)) return 'route to the log-in page';
  if (/profile|timeline/i.test(route)) return "route to somebody's page";
  if (/Marketplace/.test(route)) return 'route of the marketplace without anything of a car';
  return signs.hasShell ? "the site's shell without anything of a car" : null;
}

/** Names of the page's own data fields, which tell what changed and hold nothing of a person. */
function keysOf(html: string): string {
  const keys = html.matchAll(/"((?:marketplace|feed|listing)_[a-z0-9_]{2,40})"\s*:/g);
  const names = [...new Set([...keys].map(([, name]) => name))].slice(0, 12);
  return names.length > 0 ? `; fields ${names.join(', ')}` : '';
}

function findShell(html: string, signs: PageSigns): string | null {
  if (/"canonicalRouteName"\s*:\s*"[^"]*Marketplace/.test(html)) return 'route of the marketplace';
  if (signs.hasShell) return "the site's shell";
  return /marketplace_(?:search|product_details_page|feed_stories)|\/marketplace\/item\//.test(html)
    ? 'words of the marketplace'
    : null;
}
