import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { marketplaceOrigin } from '#core/marketplaces/facebook/link.ts';
import { marketCars } from '#tests/core/valuation/invented-market.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { storeCar } from '#tests/support/stored-car.ts';
import type { World } from '../seeded/world.ts';

export type TownSize = { people: number; cars: number; links: number; movedShare: number };

/** How people live: as docs/operations/growth.md counts them. */
export const habits = { visitsPerMonth: 8, importsPerMonth: 1, carsPerImport: 40, adsPerLink: 24 };

const minutesOfMonth = 30 * 24 * 60;

/** What one visit asks, in the order of the app: the list three times, two cars, what the header and the panels show. */
const ofOneVisit = (as: string, carId: string): [string, object][] => [
  ['GET /api/cars', {}],
  ['GET /api/payments/subscription', {}],
  ['GET /api/payments/usage', {}],
  ['GET /api/notifications/{id}/stats', { params: { id: as } }],
  ['GET /api/scrape-status', {}],
  ['GET /api/cars', { query: { sort: 'price_asc' } }],
  ['GET /api/cars', { query: { view: 'discovered' } }],
  ['GET /api/cars/{id}', { params: { id: carId } }],
  ['GET /api/cars/{id}/similar', { params: { id: carId } }],
  ['GET /api/subscriptions/{id}', { params: { id: as } }],
  ['GET /api/notifications/{id}', { params: { id: as }, query: { pageSize: '10' } }],
  ['GET /api/scrape-history/{id}', { params: { id: as } }],
  ['GET /api/cars/{id}', { params: { id: carId } }],
  ['PUT /api/stars/{id}', { params: { id: carId } }],
];

/** People, a catalog and a marketplace of some size, and what happens to them in a minute or an hour. */
export async function buildTown(world: World, { people, cars, links, movedShare }: TownSize) {
  const { chance, marketplace } = world;
  const counts = { visits: 0, imports: 0, carsMoved: 0, newAds: 0 };
  /** Spread evenly: a part of one is carried over to the next minute. */
  const due = { visits: 0, imports: 0 };
  const nameOf = (n: number) => `person-${n}`;
  const carOf = marketCars(cars, world.now());
  for (let n = 0; n < people; n++) world.cloud.users.add(nameOf(n));
  for (let n = 0; n < cars; n++) await storeCar(carOf(n));

  let lastAd = 0;
  const facts = marketCars(20_000, world.now());
  function newAd(): Listing {
    const id = `8${String(++lastAd).padStart(9, '0')}`;
    const { title, year, mileageKm, priceDkk } = facts(lastAd % 20_000);
    const price = { amount: priceDkk, currency: 'DKK' };
    const itemUrl = `${marketplaceOrigin}/marketplace/item/${id}/`;
    const words = `${year} ${title}, ${mileageKm} km`;
    counts.newAds++;
    return makeListing({ id, title: words, itemUrl, price });
  }
  const feeds = Array.from({ length: links }, (_, n) => ({
    href: world.hrefOf(`link-${n}`),
    ads: Array.from({ length: habits.adsPerLink }, newAd),
  }));
  const show = (href: string, ads: readonly Listing[]) =>
    void marketplace.searches.set(href, { batches: [[...ads]], end: { failure: null, isEmpty: false } });
  for (const { href, ads } of feeds) show(href, ads);
  for (const [n, { href }] of feeds.entries()) {
    const as = nameOf(n % people);
    const { status } = await world.ask('POST /api/subscriptions', { as, body: { searchUrl: href } });
    if (status >= 300) throw new Error(`a search was not started: ${status}`);
  }

  async function visit(): Promise<void> {
    const as = nameOf(chance.whole(people));
    const carId = `car${chance.whole(cars)}`;
    counts.visits++;
    for (const [route, call] of ofOneVisit(as, carId)) {
      const { status } = await world.ask(route, { as, ...call });
      if (status >= 400) throw new Error(`${route} answered ${status}`);
    }
  }
  async function startImport(): Promise<void> {
    const href = world.hrefOf(`import-${++counts.imports}`);
    show(href, Array.from({ length: habits.carsPerImport }, newAd));
    const { status } = await world.ask('POST /scrape', {
      as: nameOf(chance.whole(people)),
      body: { url: href },
    });
    if (status >= 300) throw new Error(`an import was not started: ${status}`);
  }

  return {
    counts,
    /** One minute of all these people. */
    async minute(): Promise<void> {
      due.visits += (people * habits.visitsPerMonth) / minutesOfMonth;
      due.imports += (people * habits.importsPerMonth) / minutesOfMonth;
      for (; due.visits >= 1; due.visits--) await visit();
      for (; due.imports >= 1; due.imports--) await startImport();
    },
    /** An hour of the market: a new ad under each link, two others cheaper; elsewhere a share of the catalog changes. */
    async hour(): Promise<void> {
      for (const feed of feeds) {
        feed.ads = [newAd(), ...feed.ads.slice(0, -1)];
        for (const at of [3, 9]) {
          const ad = feed.ads[at]!;
          feed.ads[at] = { ...ad, price: { ...ad.price!, amount: Math.round(ad.price!.amount * 0.98) } };
        }
        show(feed.href, feed.ads);
      }
      const { getCar, putCarItem } = await import('#functions/cars/store.ts');
      const { transact } = await import('#functions/platform/table.ts');
      for (let n = Math.round(cars * movedShare); n > 0; n--) {
        const stored = await getCar(`car${chance.whole(cars)}`, null);
        if (!stored) continue;
        const priceDkk = Math.round(stored.car.priceDkk * 0.98);
        const car = { ...stored.car, priceDkk, updatedAt: new Date(world.now()).toISOString() };
        await transact([putCarItem(car, stored.source, stored.version)]);
        counts.carsMoved++;
      }
    },
  };
}
