import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  demoLinks,
  newEmail,
  type Person,
  type Product,
  signUp,
  startProduct,
} from '#tests/support/product.ts';

let product: Product;
let links: Map<string, string>;

beforeAll(async () => {
  product = await startProduct({ empty: true });
  links = new Map(
    (await demoLinks(product.url)).map(({ url }) => [new URL(url).searchParams.get('query') ?? '', url]),
  );
});
afterAll(() => product?.remove());

type Entry = { status: string; error_code: string | null; ads_read_count: number; cars_added_count: number };
type Row = { id: string; mileage: number | null; deal: string; deal_reason: string; availability: string };

/** What a person has after importing the search of this word. */
async function importSearch(word: string) {
  const person: Person = await signUp(product, newEmail(word));
  const { body } = await person.ask<{ jobId: string }>('POST', '/scrape', { url: links.get(word) });
  const end = await person.importEnd(body.jobId);
  const { history } = (await person.ask<{ history: Entry[] }>('GET', `/api/scrape-history/${person.id}`))
    .body;
  const { cars } = (await person.ask<{ cars: Row[] }>('GET', '/api/cars?view=discovered')).body;
  return { person, end, entry: history[0]!, cars };
}

describe('an import on a bad day of the marketplace', () => {
  it('no car with a symbolic price or mileage is called amazing, and each says what is odd', async () => {
    const { person, end, cars } = await importSearch('symbolic');
    expect(end).toMatchObject({ status: 'completed', carsFound: 5, carsDone: 5, failure: null });
    expect(cars).toHaveLength(5);
    expect(cars.filter(({ deal }) => deal === undefined || deal === 'amazing')).toEqual([]);
    // Without a market of its own the installation rates a car only where the register tells a price.
    const [priced, odd] = [
      cars.filter(({ mileage }) => mileage !== null),
      cars.filter(({ mileage }) => mileage === null),
    ];
    expect(priced.map(({ deal_reason }) => deal_reason).toSorted()).toEqual([
      'down_payment',
      'down_payment',
      'placeholder_price',
    ]);
    expect(odd).toHaveLength(2);
    const about = (id: string) => person.ask<{ facts: { kind: string }[] }>('GET', `/api/cars/${id}`);
    const facts = await Promise.all(odd.map(async ({ id }) => (await about(id)).body.facts));
    const kinds = facts.flatMap((each) => each.map(({ kind }) => kind));
    expect(kinds).toEqual(expect.arrayContaining(['mileage_low_for_age', 'mileage_readings_differ']));
  });

  it('ads are visited themselves if every further search page is refused, and the result says that more was withheld', async () => {
    const { person, end, entry, cars } = await importSearch('refused-continuation');
    expect(end).toMatchObject({ status: 'completed', carsFound: 6, carsDone: 6 });
    expect(entry).toMatchObject({ status: 'completed', error_code: 'withheld', ads_read_count: 6 });
    const about = (id: string) => person.ask<{ description: string }>('GET', `/api/cars/${id}`);
    const read = await Promise.all(cars.filter(({ deal }) => deal).map(({ id }) => about(id)));
    expect(read.filter(({ body }) => body.description === '')).toEqual([]);
  });

  it.each(['cookie-overlay', 'log-in-overlay', 'late-rows', 'more-cards', 'stale-data'])(
    'an import from a difficult page brings all cars (%s)',
    async (word) => {
      const { end, entry } = await importSearch(word);
      expect(end).toMatchObject({ status: 'completed', carsFound: 10, carsDone: 10, failure: null });
      expect(entry).toMatchObject({ status: 'completed', error_code: null, cars_added_count: 10 });
    },
  );

  it('sold and reserved cars are recognised by the badges on their cards', async () => {
    const { end, cars } = await importSearch('badges');
    expect(end).toMatchObject({ status: 'completed', carsFound: 6, carsDone: 6, failure: null });
    expect(cars.map(({ availability }) => availability).sort()).toEqual([
      'live',
      'live',
      'pending',
      'pending',
    ]);
  });
});
