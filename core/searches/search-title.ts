import * as filterWordsDa from '#core/cars/filter-words-da.ts';
import * as filterWordsEn from '#core/cars/filter-words-en.ts';
import * as searchWordsDa from '#core/cars/search-words-da.ts';
import * as searchWordsEn from '#core/cars/search-words-en.ts';
import { noUpperPriceDkk, usualRadiusKm } from '#core/catalog/card-query.ts';
import { limits, moreLimits } from '#core/catalog/number-filters.ts';
import { carFilters } from '#core/contract/routes/car-parts.ts';
import {
  asTitle,
  type DescribingWords,
  mileageRange,
  priceRange,
  within,
  yearRange,
} from '#core/marketplaces/link-parts.ts';
import { describeLink } from '#core/marketplaces/links.ts';
import { marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { limits as planLimits } from '#core/payments/plan.ts';
import { groupThousands, type Language, languages } from '#core/shared.ts';

type Words = DescribingWords & { deals: typeof filterWordsEn.deals };

const wordsOfLanguage: Readonly<Record<Language, Words>> = {
  en: {
    ...filterWordsEn.filterWords,
    ...searchWordsEn.panelWords,
    ...searchWordsEn.linkWords,
    deals: filterWordsEn.deals,
  },
  da: {
    ...filterWordsDa.filterWords,
    ...searchWordsDa.panelWords,
    ...searchWordsDa.linkWords,
    deals: filterWordsDa.deals,
  },
};

type Named = { name: string | null; href: string };

/** The filters of an address of the list in words, each with its kind, in the order in which the app once named them. */
function partsOf(href: string, words: Words, townOf: (place: string) => string) {
  const read = carFilters.safeParse(Object.fromEntries(new URLSearchParams(href.slice('/?'.length))));
  const filters = read.success ? read.data : {};
  const { minPrice, maxPrice, minYear, maxYear, maxMileage, minDays, maxDays, place } = filters;
  const named = (table: Readonly<Record<string, string>>, names: readonly string[] | undefined) =>
    (names ?? []).map((name) => (Object.hasOwn(table, name) ? table[name]! : name));
  const upTo = <T>(value: T | undefined, write: (value: T) => string) =>
    value === undefined ? [] : [write(value)];
  return {
    q: filters.q ?? '',
    avoid: (filters.avoid ?? []).map(words.avoided),
    price: priceRange(words, {
      low: minPrice || null,
      high: maxPrice !== undefined && maxPrice < noUpperPriceDkk ? maxPrice : null,
    }),
    brands: filters.brand ?? [],
    models: filters.model ?? [],
    deals: named(words.deals, filters.deal),
    year: yearRange(words, { low: minYear ?? null, high: maxYear ?? null }),
    mileage: mileageRange(words, { low: null, high: maxMileage ?? null }),
    place: upTo(place, (town) => words.near(townOf(town), groupThousands(filters.radius ?? usualRadiusKm))),
    fuels: named(words.fuels, filters.fuel),
    gearbox: upTo(filters.gearbox, (gearbox) => words.gearboxes[gearbox]),
    bodies: named(words.bodies, filters.body),
    seller: upTo(filters.seller, (seller) => words.sellers[seller]),
    sources: named(marketplaceNames, filters.source),
    dropped: upTo(filters.dropped, () => words.dropped),
    colors: named(words.colors, filters.color),
    features: named(words.features, filters.feature),
    ...Object.fromEntries(
      moreLimits.map((name) => [name, upTo(filters[limits[name].name], words.limits[name])]),
    ),
    days: [...upTo(minDays, words.daysFrom), ...upTo(maxDays, words.daysUpTo)],
    inspection: upTo(filters.inspection, () => words.inspectionValid),
  };
}

/** "VW Golf, up to 100.000 kr., within 60 km of Copenhagen". */
function filterTitle(href: string, words: Words): string {
  const { q, brands, models, place, avoid, ...others } = partsOf(
    href,
    words,
    (town) => words.towns[town] ?? town,
  );
  const car = [brands, models].map((names) => names.join(' / '));
  const rest = [...Object.values(others), place, avoid].map((names) => names.map(within).join(' / '));
  const parts = [car.filter(Boolean).join(' '), ...rest].filter((part) => part !== '');
  return asTitle({ typed: q || null, parts });
}

/** The name that the app used to store for a filter, in the language in which it was made. */
function formerName(href: string, words: Words): string {
  const { q, days, avoid: _, ...others } = partsOf(href, words, String);
  const { inspection, ...rest } = others;
  const chips = [q && words.search(q), ...Object.values(rest).flat(), days.join(', '), ...inspection];
  return chips.filter(Boolean).join(' · ').slice(0, planLimits.nameLength).trim();
}

/** The name that a search's owner gave it; null if its name was generated from its filters. */
export const ownNameOf = ({ name, href }: Named): string | null =>
  name !== null && languages.some((language) => formerName(href, wordsOfLanguage[language]) === name)
    ? null
    : name;

/** The generated name of a search without one: its filters in the reader's language. */
export const automaticTitle = (href: string, language: Language): string =>
  href.startsWith('/')
    ? filterTitle(href, wordsOfLanguage[language])
    : describeLink(href, wordsOfLanguage[language]);

export const titleOf = (search: Named, language: Language): string =>
  ownNameOf(search) ?? automaticTitle(search.href, language);
