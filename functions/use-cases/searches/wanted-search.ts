import type { AutomatedSearch } from '#core/automated-search/automated-search.ts';
import { filterHref, filterQuery, filterSearchPrefix } from '#core/automated-search/filter-search.ts';
import { Failure } from '#core/failure.ts';
import { linkRefusals } from '#core/marketplace/marketplace-link.ts';
import { readLink } from '#core/marketplace/read-link.ts';
import { isFiltered } from '#core/search/card-query.ts';
import { linkOptions } from '#functions/_runtime/settings.ts';
import { hashLink } from './hash-link.ts';

type Wanted = Pick<AutomatedSearch, 'id' | 'href' | 'name'>;

/** @throws Failure 400 for what is no link to a search of the marketplace */
export function linkSearch(searchUrl: string): Wanted {
  const parsed = readLink(searchUrl, linkOptions());
  if (!parsed.ok) throw new Failure(400, parsed.code, parsed.message);
  const { href, kind } = parsed.link;
  if (kind !== 'search') throw new Failure(400, 'link_not_search', linkRefusals.link_not_search);
  return { id: hashLink(href), href, name: null };
}

/** @throws Failure 400 for filters that let everything through, for no name, and for a town that we do not know */
export function filterSearch(
  filters: Readonly<Record<string, string>>,
  name: string | undefined,
  now: Date,
): Wanted {
  const href = filterHref(filters);
  if (!isFiltered(filterQuery(href, now)))
    throw new Failure(400, 'invalid_input', 'Choose at least one filter.', { field: 'filters' });
  if (name === undefined)
    throw new Failure(400, 'invalid_input', 'Give the search a name.', { field: 'name' });
  return { id: `${filterSearchPrefix}${hashLink(href)}`, href, name };
}
