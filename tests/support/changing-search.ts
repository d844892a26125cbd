import type { Random } from '#demo/cars/random.ts';
import { row } from '#tests/core/marketplaces/bilbasen/pages.ts';
import { callRoute } from './call-route.ts';

export type ChangingAd = { id: number; price: number };

/** The ad as a row of Bilbasen's search, whose title names its number. */
export const rowOf = ({ id, price }: ChangingAd) =>
  row({
    ...{ externalId: id, media: [], variant: `number ${id}` },
    price: { price, displayPrice: `${price} kr`, unit: 'kr', priceType: 'Retail' },
  });

type Shown = { kind: string; title: string; created_at: string };

/** What a person was told, as "kind id", sorted, and when. Of ads as `rowOf` writes them. */
export async function toldTo(name: string): Promise<{ what: string; atMs: number }[]> {
  const { listNotificationsRoute } = await import('#functions/alerts/api.ts');
  const told: { what: string; atMs: number }[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await callRoute<{ notifications: Shown[]; pagination: { totalPages: number } }>(
      listNotificationsRoute,
      { as: name, params: { id: name }, query: { page: String(page), pageSize: '50' } },
    );
    if (status !== 200)
      throw new Error(`the notifications of ${name} were refused: ${status} ${JSON.stringify(body)}`);
    for (const { kind, title, created_at } of body.notifications)
      told.push({
        what: `${kind} ${/number (\d+)/.exec(title)?.[1] ?? title}`,
        atMs: Date.parse(created_at),
      });
    if (page >= body.pagination.totalPages)
      return told.sort((one, other) => (one.what < other.what ? -1 : 1));
  }
}

/** A search that changes between two readings, and what is to be told of it. */
export class ChangingSearch {
  ads: ChangingAd[];
  readonly #gone: ChangingAd[] = [];
  /** "kind id price": the same thing of a car at the same price is told once. */
  readonly expected = new Set<string>();
  readonly #random: Random;
  #lastId: number;

  constructor(random: Random, firstId: number) {
    this.#random = random;
    this.#lastId = firstId;
    this.ads = Array.from({ length: 8 }, () => this.#newAd());
  }

  #newAd = (): ChangingAd => ({ id: ++this.#lastId, price: 80_000 + 1_000 * this.#random.whole(0, 40) });
  #expect(kind: string, { id, price }: ChangingAd): void {
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
