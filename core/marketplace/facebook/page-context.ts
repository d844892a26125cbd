import type { PageInput } from '#core/marketplace/parsed-page.ts';
import { isSiteHost, marketplaceOrigin } from './hosts.ts';
import { sectionOf } from './link-sections.ts';
import { noFilters, readFilters, type SearchFilters } from './search-filters.ts';

/** What the addresses of a visit say, before the page is opened. */
export type PageContext = {
  /** Where item pages of this marketplace live. */
  origin: string;
  demoOrigin: string | undefined;
  itemId: string | null;
  /** The place asked for and the place arrived at; null when the address names none. */
  askedSlug: string | null;
  finalSlug: string | null;
  /**
   * Path and query of the final address (of the asked one when no other is known), lower case; empty when it
   * cannot be read.
   */
  finalPath: string;
  /** True when a different address than the asked one is known to have been reached. */
  hasFinalAddress: boolean;
  /** What the address asks for, wherever the site led. */
  filters: SearchFilters;
};

/** Reads the addresses of a visit. Never throws: what is not an address says nothing. */
export function readContext(input: PageInput): PageContext {
  const asked = parse(input.url);
  const final = parse(input.finalUrl ?? '');
  const isDemo = input.demoOrigin !== undefined && asked?.origin === input.demoOrigin;
  const arrived = final ?? asked;
  return {
    origin: isDemo ? input.demoOrigin! : marketplaceOrigin,
    demoOrigin: isDemo ? input.demoOrigin : undefined,
    itemId: itemIdIn(asked) ?? itemIdIn(final),
    askedSlug: slugIn(asked),
    finalSlug: slugIn(arrived),
    finalPath: arrived ? `${arrived.pathname}${arrived.search}`.toLowerCase() : '',
    hasFinalAddress: final !== null && (isDemo || isSiteHost(final.hostname)),
    filters: asked ? readFilters(asked.searchParams) : noFilters,
  };
}

function parse(url: string): URL | null {
  return url.length <= 4096 && URL.canParse(url) ? new URL(url) : null;
}

function itemIdIn(url: URL | null): string | null {
  return /^\/marketplace\/item\/(\d{1,25})(?:\/|$)/.exec(url?.pathname ?? '')?.[1] ?? null;
}

function slugIn(url: URL | null): string | null {
  const match = /^\/marketplace\/([a-z0-9_-]+)\/([a-z]+)\/?$/.exec(url?.pathname.toLowerCase() ?? '');
  return match && match[1] !== 'category' && sectionOf(match[2]) ? match[1]! : null;
}
