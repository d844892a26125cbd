import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { row, search, searchPage } from '#tests/core/marketplaces/bilbasen/pages.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

// People who press the button on the same search every other day, while its cars come, go, return and fall in price.

type Ad = { id: number; price: number };
type Shown = { kind: string; title: string };

const presses = 15;
const names = ['anna', 'bo', 'carl'];

let world: PipelineWorld;
let person: (id: string) => Person;
let notifications: unknown;

beforeAll(async () => {
  world = await startPipelineWorld('2026-11-01T08:00:00.000Z', { hasAlerts: true });
  person = await loadPeople();
  notifications = (await import('#functions/alerts/api.ts')).listNotificationsRoute;
  for (const name of names) await storePlan(name, { type: 'lifetime' });
});
afterAll(() => world.close());

const pageOf = (ads: readonly Ad[]) =>
  gzipSync(
    searchPage(
      ads.map(({ id, price }) =>
        row({
          ...{ externalId: id, media: [], variant: `number ${id}` },
          price: { price, displayPrice: `${price} kr`, unit: 'kr', priceType: 'Retail' },
        }),
      ),
    ),
  );

async function press(name: string, ads: readonly Ad[]): Promise<void> {
  await person(name).drop(pageOf(ads), { 'content-encoding': 'gzip' }, { url: search, by: 'button' });
  await world.run();
}

/** What a person was told, as "kind id", sorted. */
async function toldTo(name: string): Promise<string[]> {
  const told: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await callRoute<{ notifications: Shown[]; pagination: { totalPages: number } }>(
      notifications,
      { as: name, params: { id: name }, query: { page: String(page), pageSize: '50' } },
    );
    for (const { kind, title } of body.notifications)
      told.push(`${kind} ${/number (\d+)/.exec(title)?.[1] ?? title}`);
    if (page >= body.pagination.totalPages) return told.sort();
  }
}

/** A search that changes between two presses, and what is to be told of it. */
class ChangingSearch {
  ads: Ad[];
  readonly #gone: Ad[] = [];
  /** "kind id price": the same thing of a car at the same price is told once. */
  readonly expected = new Set<string>();
  readonly #random: Random;
  #lastId: number;

  constructor(random: Random, firstId: number) {
    this.#random = random;
    this.#lastId = firstId;
    this.ads = Array.from({ length: 8 }, () => this.#newAd());
  }

  #newAd = (): Ad => ({ id: ++this.#lastId, price: 80_000 + 1_000 * this.#random.whole(0, 40) });
  #expect(kind: string, { id, price }: Ad): void {
    this.expected.add(`${kind} ${id} ${price}`);
  }

  change(): void {
    const random = this.#random;
    let fallen: number | null = null;
    if (random.chance(0.6)) {
      const place = random.whole(0, this.ads.length - 1);
      const { id, price } = this.ads[place]!;
      const cheaper = { id, price: price - 1_000 * random.whole(1, 5) };
      this.ads[place] = cheaper;
      fallen = id;
      this.#expect('price_drop', cheaper);
    }
    if (random.chance(0.4) && this.#gone.length > 0) {
      const [back] = this.#gone.splice(random.whole(0, this.#gone.length - 1), 1);
      this.ads.unshift(back!);
      this.#expect('car_back', back!);
    } else if (random.chance(0.6) && this.ads.length > 3) {
      // Of one that also became cheaper since the last page nobody has seen that.
      const gone = random.pick(this.ads.filter(({ id }) => id !== fallen));
      this.ads.splice(this.ads.indexOf(gone), 1);
      this.#gone.push(gone);
      this.#expect('car_gone', gone);
    }
    if (random.chance(0.5)) {
      const fresh = this.#newAd();
      this.ads.unshift(fresh);
      this.#expect('new_cars', fresh);
    }
  }

  toBeTold = (): string[] => [...this.expected].map((each) => each.split(' ').slice(0, 2).join(' ')).sort();
}

describe('a month of the button', () => {
  it('tells each of several people every change between two pages exactly once, and nothing of others', async () => {
    const searches = names.map(
      (_, place) => new ChangingSearch(createRandom(place, 'own-pages'), 8_000_000 + 1_000 * place),
    );
    for (let turn = 0; turn < presses; turn++) {
      for (const [place, name] of names.entries()) {
        if (turn > 0) searches[place]!.change();
        await press(name, searches[place]!.ads);
      }
      world.advance(2 * 86_400_000);
    }
    for (const [place, name] of names.entries()) {
      expect(searches[place]!.toBeTold().length).toBeGreaterThan(12);
      expect(await toldTo(name)).toEqual(searches[place]!.toBeTold());
    }
  }, 240_000);
});
