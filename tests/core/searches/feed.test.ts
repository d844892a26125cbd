import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { AutomatedSearch } from '#core/searches/automated-search.ts';
import { atomOf, type FeedFormat, type FoundCars, feedOf, jsonFeedOf } from '#core/searches/feed.ts';
import type { Language } from '#core/shared.ts';
import { hostileWords } from '#tests/support/hostile-words.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const search: AutomatedSearch = {
  id: 'abc',
  href: 'https://www.facebook.com/marketplace/odense/search?query=octavia',
  name: 'Car for a long way to work',
  startTime: '2026-11-20T10:00:00.000Z',
  endTime: '2026-11-27T10:00:00.000Z',
};
const foundAt = '2026-11-21T10:00:00.000Z';
const amazing = makeRating({ deal: 'amazing', avgDkk: 171_000 });

const uninspected = (deal: 'amazing' | 'fair') => makeRating({ deal, cautions: ['no_inspection'] });

const moment = (at: string, fields: Partial<Car['moments'][number]> = {}): Car['moments'][number] => ({
  ...{ at, priceDkk: 149_900, mileageKm: 111_000, isAmazing: false, belowPercent: null, isOffered: true },
  ...fields,
});

const feed = (
  found: readonly FoundCars[],
  { of = search, format = 'atom' as FeedFormat, language = 'en' as Language } = {},
) =>
  feedOf(of, found, {
    ...{ format, language, origin: 'https://bilfund.example', now: new Date('2026-11-22T10:00:00.000Z') },
    address: { owner: 'anna', search: of.id, secret: 'a-secret' },
  });
const foundCars = (...cars: Car[]): FoundCars[] => [{ at: foundAt, cars }];

describe('the feed of a search', () => {
  it('shows a car with its price, its facts, its heaviest finding and its picture without a plate', () => {
    const car = makeCar({ id: 'a1', title: 'Škoda Octavia CX41287', rating: uninspected('fair') });
    const [entry] = feed(foundCars(car)).entries;
    expect(entry).toEqual({
      id: 'https://bilfund.example/car/a1',
      url: 'https://bilfund.example/car/a1',
      title: 'Škoda Octavia, 149.900 kr.',
      text: 'The ad says it has no valid inspection. 2019 · 111.000 km · Odense.',
      image: 'https://bilfund.example/picture/cars/bl1.jpg',
      publishedAt: foundAt,
      updatedAt: foundAt,
    });
  });

  it('tells of locked cars of a run with one entry that names none of them, with their findings', () => {
    const locked = makeCar({ id: 'hidden', title: 'Porsche 911', rating: uninspected('amazing') });
    const shown = feed(foundCars(locked, makeCar({ id: 'hidden2', rating: amazing })));
    expect(shown.entries).toEqual([
      {
        id: `tag:bilfund.example,2026:amazing/anna/abc/${foundAt}`,
        url: 'https://bilfund.example/?view=discovered',
        title: expect.stringMatching(/^2 amazing deals were found.*inspection/),
        text: 'Bilfund shows it to Premium members who are signed in.',
        image: null,
        publishedAt: foundAt,
        updatedAt: foundAt,
      },
    ]);
    for (const text of [atomOf(shown), jsonFeedOf(shown)])
      expect(text).not.toMatch(/hidden|Porsche|149|171|111/);
  });

  it('leaves locked cars out of the feed of a filter, whose prices would tell theirs', () => {
    const of = { ...search, id: 'filter-abc', href: '/?maxPrice=150000&minPrice=149000' };
    expect(feed(foundCars(makeCar({ rating: amazing })), { of }).entries).toEqual([]);
  });

  it('never shows a car of a person’s own pages', () => {
    expect(feed(foundCars(makeCar({ ownerId: 'anna' }))).entries).toEqual([]);
  });

  it('never tells a market value, not even by when it changed', () => {
    const moments = [
      moment('2026-11-20T10:00:00.000Z'),
      moment('2026-11-21T12:00:00.000Z', { belowPercent: 12 }),
    ];
    const shown = feed(foundCars(makeCar({ moments })));
    expect(shown.entries[0]!.updatedAt).toBe(foundAt);
    expect(atomOf(shown)).not.toMatch(/market|148|139|158/);
  });

  it('dates a car by its last change of price, mileage or offer, and puts it first', () => {
    const fallen = '2026-11-21T14:00:00.000Z';
    const moments = [
      moment('2026-11-20T10:00:00.000Z', { priceDkk: 160_000 }),
      moment(fallen),
      moment('2026-11-21T15:00:00.000Z', { belowPercent: 3 }),
    ];
    const shown = feed(foundCars(makeCar({ id: 'a' }), makeCar({ id: 'b', moments })));
    expect(shown.entries.map(({ id, updatedAt }) => [id.at(-1), updatedAt])).toEqual([
      ['b', fallen],
      ['a', foundAt],
    ]);
    expect(shown.updatedAt).toBe(fallen);
  });

  it('dates an entry of locked cars by when the last of them became one', () => {
    const since = '2026-11-21T18:00:00.000Z';
    const moments = [moment('2026-11-20T10:00:00.000Z'), moment(since, { isAmazing: true })];
    expect(feed(foundCars(makeCar({ rating: amazing, moments }))).entries[0]!.updatedAt).toBe(since);
  });

  it('says of a car that is gone that it was sold or is not seen any more, instead of its price', () => {
    const [entry] = feed(foundCars(makeCar({ availability: 'sold' }))).entries;
    expect(entry!.title).toBe('Škoda Octavia 1.5 TSI Combi Style, Sold or not seen any more');
  });

  it('shows a car once that came back, and the newest hundred of many', () => {
    const twice = [
      { at: '2026-11-21T12:00:00.000Z', cars: [makeCar({ id: 'a' })] },
      { at: foundAt, cars: [makeCar({ id: 'a' })] },
    ];
    expect(feed(twice).entries.map(({ publishedAt }) => publishedAt)).toEqual(['2026-11-21T12:00:00.000Z']);
    const many = Array.from({ length: 130 }, (_, n) => makeCar({ id: `c${n}` }));
    expect(feed(foundCars(...many)).entries).toHaveLength(100);
  });

  it('is written in Danish for an owner who reads Danish', () => {
    const shown = feed(foundCars(makeCar({ id: 'x', rating: amazing }), makeCar({ availability: 'gone' })), {
      language: 'da',
    });
    expect(shown.entries.map(({ title, text }) => `${title} ${text}`).join(' ')).toMatch(
      /Bilfund viser det til Premium-medlemmer, der er logget ind\./,
    );
    expect(atomOf(shown)).toContain('xml:lang="da"');
  });
});

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these may not stand in XML 1.0
const outsideXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Titles as strangers may write them, and what is not text at all. */
const titles = [
  ...hostileWords,
  ']]></title><entry>',
  '\u0000\u0008\u001b[31mred',
  '\ud800 half',
  '&#0; &lt;b&gt;',
];
const cars = titles.map((title, n) =>
  makeCar({ id: `h${n}`, title, city: title, photos: n % 2 ? [] : makeCar().photos }),
);
const withLocked = [
  ...foundCars(...cars),
  { at: '2026-11-21T11:00:00.000Z', cars: [makeCar({ rating: amazing })] },
];

describe('as Atom (RFC 4287)', () => {
  const xml = atomOf(feed(withLocked, { of: { ...search, name: titles.join(' ') } }));
  const parsed = parseAtomFeed(xml);

  it('has all elements that a feed and its entries must have, each once', () => {
    expect(parsed.id).toBe('tag:bilfund.example,2026:search/anna/abc');
    expect(parsed.title?.value).toMatch(/^Bilfund: /);
    expect(parsed.updated).toMatch(instant);
    expect(parsed.authors).toEqual([{ name: 'Bilfund' }]);
    expect(parsed.links).toContainEqual({
      ...{ rel: 'self', type: 'application/atom+xml' },
      href: 'https://bilfund.example/feed/anna/abc/a-secret/atom',
    });
    expect(parsed.entries).toHaveLength(cars.length + 1);
    for (const part of xml.split('<entry>').slice(1))
      for (const name of ['id', 'title', 'updated', 'published'])
        expect(part.match(new RegExp(`<${name}>`, 'g')), part).toHaveLength(1);
  });

  it('has ids that differ, absolute links and dates as RFC 3339 wants them', () => {
    const entries = parsed.entries!;
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const { id, title, updated, published, links = [] } of entries) {
      expect(() => new URL(id!)).not.toThrow();
      expect(title?.value?.length).toBeGreaterThan(0);
      expect(updated).toMatch(instant);
      expect(published).toMatch(instant);
      expect(updated! >= published!).toBe(true);
      expect(links.filter(({ rel }) => rel === 'alternate')).toHaveLength(1);
      for (const { href } of links) expect(new URL(href!).origin).toBe('https://bilfund.example');
    }
  });

  it('keeps what strangers write as text: no element of theirs, and no character that XML forbids', () => {
    expect(xml).not.toMatch(outsideXml);
    expect(xml.isWellFormed()).toBe(true);
    const names = new Set([...xml.matchAll(/<\/?([^\s>/]+)/g)].map(([, name]) => name));
    expect([...names].sort()).toEqual(
      [
        '?xml',
        'author',
        'entry',
        'feed',
        'id',
        'link',
        'name',
        'published',
        'summary',
        'title',
        'updated',
      ].sort(),
    );
    expect(xml).not.toMatch(/<[^>]*\son\w+=/i);
    expect(xml.match(/&(?!amp;|lt;|gt;|quot;|#39;)/g)).toBeNull();
  });
});

describe('as JSON Feed (jsonfeed.org, version 1.1)', () => {
  const shown = feed(withLocked, { format: 'json' });
  const written = JSON.parse(jsonFeedOf(shown));

  it('has the fields that a feed and its items must have, and is read by a feed reader', () => {
    expect(written).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Bilfund: Car for a long way to work',
      home_page_url: 'https://bilfund.example/?view=subscriptions',
      feed_url: 'https://bilfund.example/feed/anna/abc/a-secret/json',
      language: 'en',
    });
    expect(new Set(written.items.map(({ id }: { id: string }) => id)).size).toBe(cars.length + 1);
    for (const item of written.items) {
      expect(item.content_text).toEqual(expect.stringMatching(/./));
      expect(item.date_published).toMatch(instant);
      expect(item.date_modified).toMatch(instant);
      for (const address of [item.url, ...(item.image ? [item.image] : [])])
        expect(new URL(address).origin).toBe('https://bilfund.example');
    }
    expect(parseJsonFeed(written).items).toHaveLength(cars.length + 1);
  });

  it('says the same as Atom does', () => {
    const atom = parseAtomFeed(atomOf(shown));
    expect(atom.entries!.map(({ id, updated }) => [id, updated])).toEqual(
      written.items.map((item: { id: string; date_modified: string }) => [item.id, item.date_modified]),
    );
  });
});
