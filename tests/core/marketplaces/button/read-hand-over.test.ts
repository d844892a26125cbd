import { describe, expect, it } from 'vitest';
import { buttonVersion, readHandOver, type TakenPage } from '#core/marketplaces/button/hand-over.ts';
import { composePage } from '#core/marketplaces/facebook/button.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';

const origin = 'https://www.facebook.com';
const nonce = 'a'.repeat(32);
const ad = (id: string, fields: object = {}) => ({
  id,
  marketplace_listing_title: `2014 Volkswagen Golf ${id}`,
  listing_price: { amount: '84900.00', formatted_amount: 'kr 84.900' },
  ...fields,
});
const card = (id: string, ...lines: string[]) => ({
  id,
  lines: ['84.900 kr.', 'VW Golf', ...lines],
  photo: null,
});
const page = (fields: object = {}) => ({
  kind: 'search',
  path: '/marketplace/aarhus/search?query=golf',
  hasNoResults: false,
  ads: [ad('1'), ad('2')],
  cards: [card('2'), card('3')],
  ...fields,
});

type Sent = { from?: string; message?: object; expects?: string };
function read({ from = origin, message = {}, expects = nonce }: Sent = {}, demoOrigin?: string) {
  const data = { bilfund: 'cars', version: buttonVersion, nonce, page: page(), ...message };
  return readHandOver({ origin: from, data }, { nonce: expects, demoOrigin });
}
const taken = (fields: object): TakenPage => {
  const result = read({ message: { page: page(fields) } });
  if (typeof result === 'string') throw new Error(result);
  return result;
};
const carsOf = (cars: TakenPage) => parsePage({ url: cars.address, html: composePage(cars) }).listings;

/** A value nested in `depth` lists. */
function nested(depth: number): unknown {
  let value: unknown = 'golf';
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}

type Path = readonly string[];

/** The paths of all values of a message. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** A copy in which the value at `path` is replaced. */
function replaced(whole: object, path: Path, value: unknown): object {
  const copy = structuredClone(whole) as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy);
  parent[path.at(-1)!] = value;
  return copy;
}

describe('readHandOver', () => {
  it('cars from data and cards are counted once and read like a saved page', () => {
    const cars = taken({});
    expect(cars).toMatchObject({ carCount: 3, address: `${origin}/marketplace/aarhus/search?query=golf` });
    expect(carsOf(cars).map(({ id, make, price }) => [id, make, price?.amount])).toEqual([
      ['1', 'Volkswagen', 84900],
      ['2', 'Volkswagen', 84900],
      ['3', 'Volkswagen', 84900],
    ]);
  });

  it.each(['https://www.facebook.com', 'https://m.facebook.com', 'https://da-dk.facebook.com'])(
    'a page is taken from %s',
    (from) => {
      expect(read({ from })).toMatchObject({ carCount: 3 });
    },
  );

  it.each([
    'https://evil.example',
    'http://www.facebook.com',
    'https://www.facebook.com.evil.example',
    'https://www.facebook.com:444',
    'http://127.0.0.1:5273',
    'null',
    '',
  ])('a page is not taken from %j', (from) => {
    expect(read({ from })).toBe('foreign_origin');
  });

  it('a page is taken from the demo only when the demo is configured', () => {
    const from = 'http://127.0.0.1:5273';
    expect(read({ from }, from)).toMatchObject({ carCount: 3 });
    expect(read({ from: 'http://127.0.0.1:5274' }, from)).toBe('foreign_origin');
  });

  it.each([
    ['no nonce', { message: { nonce: undefined } }, 'wrong_nonce'],
    ['the nonce of another hand-over', { expects: 'b'.repeat(32) }, 'wrong_nonce'],
    ['an older button', { message: { version: 0 } }, 'old_button'],
    ['a newer button', { message: { version: buttonVersion + 1 } }, 'not_understood'],
    ['no page of the marketplace', { message: { page: null } }, 'elsewhere'],
    ['a page that is a text', { message: { page: 'cars' } }, 'not_understood'],
    ['something else', { message: { bilfund: 'money' } }, 'not_understood'],
  ] as const)('a message is refused with %s', (_, sent, refusal) => {
    expect(read(sent)).toBe(refusal);
  });

  it.each([
    ['20 MB', { ads: [ad('1', { custom_title: 'x'.repeat(20_000_000) })] }, 'too_large'],
    ['very many small values', { ads: [ad('1', { a: Array(300_000).fill(1) })] }, 'too_large'],
    ['5,000 listings', { ads: Array.from({ length: 5_000 }, (_, at) => ad(String(at + 1))) }, 'too_many'],
    ['5,000 cards', { cards: Array.from({ length: 5_000 }, (_, at) => card(String(at + 1))) }, 'too_many'],
    ['data nested 10,000 levels deep', { ads: [ad('1', { location: nested(10_000) })] }, 'not_understood'],
    ['no cars', { ads: [], cards: [] }, 'no_cars'],
    ['ads that are no objects', { ads: [null, 7, 'golf', []], cards: [null, 7] }, 'no_cars'],
    ['an ad that is not on the page', { path: '/marketplace/item/9/' }, 'ad_not_loaded'],
    ['an ad that is removed', { path: '/marketplace/item/9/', ads: [], isRemoved: true }, 'ad_removed'],
    ['led away from an ad', { path: '/marketplace/', ads: [], cards: [], isRemoved: true }, 'ad_removed'],
    ['the inbox of messages', { path: '/marketplace/inbox/' }, 'elsewhere'],
    ['a path outside the marketplace', { path: '/groups/1' }, 'elsewhere'],
    ['a path with ".."', { path: '/marketplace/../login' }, 'elsewhere'],
    ['an address in place of a path', { path: '@evil.example/marketplace/aarhus/search' }, 'elsewhere'],
    ['no path', { path: 7 }, 'elsewhere'],
  ])('a page is refused when it is %s', (_, fields, refusal) => {
    expect(read({ message: { page: page(fields) } })).toBe(refusal);
  });

  it('a page that contains itself is refused', () => {
    const circle: Record<string, unknown> = { id: '1' };
    circle.location = circle;
    expect(read({ message: { page: page({ ads: [circle] }) } })).toBe('not_understood');
  });

  it('markup in any field stays text', () => {
    const evil = '</script><img src=x onerror=alert(1)><a href="/marketplace/item/666/">1 kr</a>"\'&';
    const cars = taken({
      ads: [ad('1', { marketplace_listing_title: evil, redacted_description: { text: evil } })],
      cards: [card('1'), { id: '2', lines: ['9.900 kr.', evil], photo: evil }],
    });
    const html = composePage(cars);
    expect(html).not.toContain('<img src=x');
    expect(html.match(/<script/g)).toHaveLength(1);
    const listings = carsOf(cars);
    expect(listings.map(({ id }) => id)).toEqual(['1', '2']);
    expect(listings[1]!.photoUrls).toEqual([]);
  });

  it('a handed-over page contains no personal data, whoever built the message', () => {
    const people = { marketplace_listing_seller: { id: '77', name: 'Invented Person' }, actor_id: '77' };
    const html = composePage(
      taken({ ads: [ad('1', { ...people, location: { reverse_geocode: { city: 'Aarhus', ...people } } })] }),
    );
    expect(html).toContain('Aarhus');
    expect(html).not.toMatch(/Invented|77|seller/);
  });

  it('a search without results is read as empty', () => {
    const cars = taken({ hasNoResults: true, ads: [] });
    expect(parsePage({ url: cars.address, html: composePage(cars) })).toMatchObject({ kind: 'empty' });
  });

  it('a count of results and the end of them are taken only if they are such', () => {
    expect(taken({ ads: [ad('1')], total: 12, isLast: false })).toMatchObject({ total: 12, isLast: false });
    const strange = { total: -1, isLast: 'yes' } as never;
    const odd = taken({ ads: [ad('1')], ...(strange as object) });
    expect([odd.total, odd.isLast]).toEqual([undefined, undefined]);
  });

  it('no value in any place of a message makes readHandOver throw', () => {
    const strange = [
      null,
      7,
      -1,
      Number.NaN,
      true,
      '',
      '</a>',
      'x'.repeat(100_000),
      [],
      [[]],
      {},
      nested(300),
    ];
    const whole = page({
      ads: [ad('1', { listing_photos: [{ image: { uri: 'https://a.fbcdn.net/1.jpg' } }], is_sold: false })],
      cards: [card('2', 'Aarhus')],
    });
    let takenCount = 0;
    for (const path of pathsIn(whole))
      for (const value of strange) {
        const result = read({ message: { page: replaced(whole, path, value) } });
        if (typeof result === 'string') continue;
        expect(result.carCount).toBeGreaterThan(0);
        expect(carsOf(result).length).toBeLessThanOrEqual(result.carCount);
        takenCount++;
      }
    expect(takenCount).toBeGreaterThan(100);
  });
});
