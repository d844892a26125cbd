import { describe, expect, it } from 'vitest';
import { countOf } from '#core/alerts/alert.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { randomSequence } from '#core/valuation/statistics.ts';
import { manyCasesMs, takesAllCases } from '#tests/support/extent.ts';
import { searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeListing, makeVehicle } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-02T06:00:00.000Z', { hasAlerts: true });
const searches = await loadSearches(world);
const { revalueWorker: revalue } = await import('#functions/valuation/workers.ts');
const { listNotifications } = await import('#functions/alerts/store.ts');
const ids = await import('#functions/cars/store.ts');

/** A search ends after seven days: at the hour of its end it looks no more. */
const hours = takesAllCases ? 167 : 20;
type Sold = { plate: string; ads: Listing[] };

describe('a week of cars that are put up twice, here and elsewhere', () => {
  it(
    'a week with reposted cars reports every car once to everybody, also while the register is silent',
    async () => {
      const random = randomSequence(4);
      const { origin } = world.photos;
      const links = ['first', 'second'].map((query) => ({
        href: searchAddress(origin, query),
        ads: [] as Listing[],
      }));
      const people = ['anna', 'bo', 'carla'];
      for (const each of people) {
        await storePlan(each, { type: 'lifetime' });
        for (const { href } of links) await searches.follow(each, href);
      }
      const cars: Sold[] = [];
      let lastId = 0;
      function put(car: Sold, fields: Partial<Listing>, at: number): void {
        const id = String(31_000_000 + ++lastId);
        const source = random() < 0.5 ? 'dba' : 'facebook';
        const itemUrl = `${origin}${source === 'dba' ? '/mobility/item/' : '/marketplace/item/'}${id}`;
        const now = new Date().toISOString();
        const ad = makeListing({ ...fields, id, source, itemUrl, plate: car.plate, listedAt: now });
        car.ads.push(ad);
        links[at]!.ads.unshift(ad);
      }
      for (let hour = 0; hour < hours; hour++) {
        world.register.isDown = hour % 5 === 3;
        for (const car of cars) {
          const [first] = car.ads;
          if (car.ads.length > 2 || random() > 0.08 || !first) continue;
          // Put up again, a little cheaper, on either link; the first ad stays or is taken away.
          const price = { amount: Math.round(first.price!.amount * 0.97), currency: 'DKK' };
          put(
            car,
            { mileage: { km: first.mileage!.km + 40, precision: 'exact' }, price },
            random() < 0.5 ? 0 : 1,
          );
          if (random() < 0.4) for (const link of links) link.ads = link.ads.filter((ad) => ad !== first);
        }
        for (let n = 0; n < 2 && !world.register.isDown; n++) {
          const plate = `CX${10_000 + cars.length}`;
          world.register.vehicles.set(plate, makeVehicle({ plate }));
          const car: Sold = { plate, ads: [] };
          cars.push(car);
          const km = 30_000 + Math.floor(random() * 150_000);
          const price = { amount: 60_000 + 1000 * Math.floor(random() * 90), currency: 'DKK' };
          put(car, { mileage: { km, precision: 'exact' }, price }, random() < 0.5 ? 0 : 1);
        }
        for (const { href, ads } of links) world.marketplace.searches.set(href, { batches: [[...ads]] });
        await searches.passHour();
        world.register.isDown = false;
        await revalue();
        await world.settle();
      }
      const wrong: string[] = [];
      for (const each of people) {
        const told = (await listNotifications(each)).map(({ alert }) => alert);
        const count = told
          .filter(({ kind }) => kind === 'new_cars' || kind === 'amazing_deal')
          .reduce((sum, alert) => sum + countOf(alert), 0);
        if (count !== cars.length) wrong.push(`${each} was told of ${count} cars, not ${cars.length}`);
      }
      expect(wrong).toEqual([]);
      const twice = cars.filter(({ ads }) => ads.length > 1);
      expect(twice.length).toBeGreaterThan(hours / 4);
      const apart: string[] = [];
      for (const { plate, ads } of twice) {
        const carIds = await ids.carIdsOf(ads, null);
        const shown = ads.filter((ad) => links.some((link) => link.ads.includes(ad)));
        if (new Set(carIds.values()).size > 1)
          apart.push(`${plate}: ${[...carIds].join(' ')}, of ${ads.length} ads ${shown.length} are offered`);
      }
      expect(apart).toEqual([]);
      console.info(`${hours} hours, ${cars.length} cars, ${twice.length} of them with several ads`);
    },
    manyCasesMs,
  );
});
