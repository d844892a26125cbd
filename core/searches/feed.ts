import { alertsOf } from '#core/alerts/alert.ts';
import { type AlertReader, alertCar, alertWords, faceOf } from '#core/alerts/alert-words.ts';
import { anonymous, type Car, isLocked } from '#core/cars/car.ts';
import { escapeMarkup, plainText } from '#core/pages/html.ts';
import { compareTexts, type Language } from '#core/shared.ts';
import { type AutomatedSearch, filterSearchPrefix } from './automated-search.ts';
import { titleOf } from './search-title.ts';

export const feedFormats = ['atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

export type FeedAddress = { owner: string; search: string; secret: string };

export const feedPath = ({ owner, search, secret }: FeedAddress, format: FeedFormat): string =>
  `/feed/${owner}/${search}/${secret}/${format}`;

/** The shared cars that a run of the search was the first to show its owner. */
export type FoundCars = { at: string; cars: readonly Car[] };

type FeedEntry = {
  /** An IRI that stays the same. */
  id: string;
  url: string;
  title: string;
  text: string;
  image: string | null;
  publishedAt: string;
  updatedAt: string;
};

export type Feed = {
  id: string;
  title: string;
  language: Language;
  /** The page of the app, and the feed's own address. */
  home: string;
  self: string;
  updatedAt: string;
  /** Newest first. */
  entries: readonly FeedEntry[];
};

type FeedOf = {
  address: FeedAddress;
  format: FeedFormat;
  language: Language;
  origin: string;
  now: Date;
};

/** As many as a reader catches up with. */
export const mostEntries = 100;
const mostText = 400;
const clean = (text: string): string => plainText(text, mostText);

const latest = (times: readonly string[]): string => times.toSorted(compareTexts).at(-1)!;

/** When something changed last that everybody may see of a car. */
function changedAt({ moments }: Car, foundAt: string): string {
  const changes = moments.filter((moment, place) => {
    const before = moments[place - 1];
    return (
      before &&
      (before.priceDkk !== moment.priceDkk ||
        before.mileageKm !== moment.mileageKm ||
        before.isOffered !== moment.isOffered)
    );
  });
  return latest([foundAt, ...changes.map(({ at }) => at)]);
}

/** When a locked car became an amazing deal. */
function amazingSince({ moments }: Car, foundAt: string): string {
  const first = moments.findLastIndex(({ isAmazing }) => !isAmazing) + 1;
  return latest([foundAt, ...(first > 0 && moments[first] ? [moments[first].at] : [])]);
}

const lockedHere = {
  en: 'Bilfund shows it to Premium members who are signed in.',
  da: 'Bilfund viser det til Premium-medlemmer, der er logget ind.',
} as const satisfies Record<Language, string>;

/**
 * A search's finds as a feed. Whoever has its address reads it as an anonymous visitor, whatever plan its owner has: it tells
 * no more than alerts tell a reader without premium.
 */
export function feedOf(search: AutomatedSearch, found: readonly FoundCars[], options: FeedOf): Feed {
  const { address, format, language, origin, now } = options;
  const reader: AlertReader = { language, viewer: anonymous };
  const today = now.toISOString().slice(0, 10);
  const host = new URL(origin).hostname;

  function openEntry(car: Car, foundAt: string): FeedEntry {
    const faces = new Map([[car.id, faceOf(car, anonymous, today)]]);
    const alert = { kind: 'new_cars', search: null, count: 1, car: alertCar(car) } as const;
    const [words] = alertWords(alert, { ...reader, faces }).cars;
    const { title, price, facts, warning, photo, path } = words!;
    return {
      id: origin + path,
      url: origin + path,
      title: clean(`${title}, ${price}`),
      text: clean([warning, facts].flatMap((part) => (part ? [`${part}.`] : [])).join(' ')),
      image: photo && origin + photo,
      publishedAt: foundAt,
      updatedAt: changedAt(car, foundAt),
    };
  }

  /** One entry for all locked cars of a run, as one alert tells of all: no car of its own can be told from it. */
  function lockedEntry(cars: readonly Car[], foundAt: string): FeedEntry {
    const happenings = cars.map((car) => ({
      kind: 'amazing_deal' as const,
      search: null,
      car: alertCar(car),
    }));
    const [alert] = alertsOf(happenings, false);
    return {
      id: `tag:${host},2026:amazing/${address.owner}/${search.id}/${foundAt}`,
      url: `${origin}/?view=discovered`,
      title: clean(alertWords(alert!, reader).title),
      text: lockedHere[language],
      image: null,
      publishedAt: foundAt,
      updatedAt: latest(cars.map((car) => amazingSince(car, foundAt))),
    };
  }

  // A filter finds no locked car for a reader without premium: that one exists between two prices would reveal its price.
  const tellsOfLocked = !search.id.startsWith(filterSearchPrefix);
  const entries = found.flatMap(({ at, cars }) => {
    const shared = cars.filter(({ ownerId }) => ownerId === null);
    const locked = tellsOfLocked ? shared.filter(({ rating }) => isLocked(anonymous, rating)) : [];
    const open = shared.filter(({ rating }) => !isLocked(anonymous, rating));
    return [
      ...(locked.length > 0 ? [lockedEntry(locked, at)] : []),
      ...open.map((car) => openEntry(car, at)),
    ];
  });
  // A car that came back, or that two ids name, stands where it was found last.
  const single = [...new Map(entries.toReversed().map((entry) => [entry.id, entry])).values()];
  const shown = single
    .toSorted((a, b) => compareTexts(b.updatedAt, a.updatedAt) || compareTexts(a.id, b.id))
    .slice(0, mostEntries);
  return {
    id: `tag:${host},2026:search/${address.owner}/${search.id}`,
    title: clean(`Bilfund: ${titleOf(search, language)}`),
    language,
    home: `${origin}/?view=subscriptions`,
    self: origin + feedPath(address, format),
    updatedAt: latest([search.startTime, ...shown.map(({ updatedAt }) => updatedAt)]),
    entries: shown,
  };
}

const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`;

const link = (rel: string, href: string, type: string) =>
  `<link rel="${rel}" type="${type}" href="${escapeMarkup(href)}"/>`;

const atomEntry = ({ id, url, title, text, image, publishedAt, updatedAt }: FeedEntry): string =>
  [
    '<entry>',
    element('id', id),
    element('title', title),
    element('updated', updatedAt),
    element('published', publishedAt),
    link('alternate', url, 'text/html'),
    ...(image ? [link('enclosure', image, 'image/jpeg')] : []),
    ...(text ? [element('summary', text)] : []),
    '</entry>',
  ].join('\n');

/** The feed as Atom (RFC 4287). All texts are plain. */
export const atomOf = ({ id, title, language, home, self, updatedAt, entries }: Feed): string =>
  `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    element('id', id),
    element('title', title),
    element('updated', updatedAt),
    '<author><name>Bilfund</name></author>',
    link('self', self, 'application/atom+xml'),
    link('alternate', home, 'text/html'),
    ...entries.map(atomEntry),
    '</feed>',
  ].join('\n')}\n`;

/** The feed as JSON Feed (jsonfeed.org, version 1.1). */
export const jsonFeedOf = ({ title, language, home, self, entries }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    language,
    authors: [{ name: 'Bilfund' }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_text: entry.text || entry.title,
      ...(entry.image && { image: entry.image }),
      date_published: entry.publishedAt,
      date_modified: entry.updatedAt,
    })),
  });
