import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { refusal } from '#tests/support/fake-marketplace.ts';
import { counted } from '#tests/support/kept-log.ts';
import { makeVehicle } from '#tests/support/make-car.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { listingIdsOf, readCatalog } from '#tests/support/stored-car.ts';

const world = await worldOfFile();
const person = await loadPeople();
const carIds = await import('#functions/cars/store.ts');
const { search } = world.marketplace;

let cars = 0;
/** An ad of a car of its own, whatever photo it shares. */
function ad(fields: Partial<Listing> = {}): Listing {
  const mileage = { km: 20_000 + 3000 * ++cars, precision: 'exact' as const };
  return world.marketplace.ad({ title: `2019 Škoda Octavia nr. ${cars}`, mileage, ...fields });
}

/** The ads whose cars are in the catalog. */
const catalogAds = async () => listingIdsOf((await readCatalog()).map((card) => card.id));

describe('a whole import', () => {
  const odd = {} as Record<string, Listing>;
  let ads: Listing[];
  let anna: Person;
  let jobId: string;
  const percents: number[] = [];

  beforeAll(async () => {
    anna = person('anna');
    const side = await world.photos.photoOf(null);
    const plated = await world.photos.photoOf('ZX48217');
    world.register.vehicles.set('ZX48217', makeVehicle({ plate: 'ZX48217', horsepower: 142 }));
    world.register.vehicles.set('HM30965', makeVehicle({ plate: 'HM30965', make: 'Volvo', model: 'V60' }));
    Object.assign(odd, {
      plated: ad({ photoUrls: [side, plated] }),
      foreignPlate: ad({ photoUrls: [await world.photos.photoOf('HM30965')] }),
      broken: ad({ photoUrls: [world.photos.notAPhoto, side, world.photos.missing] }),
      free: ad({ price: null }),
      untitled: ad({ title: '' }),
      ageless: ad({ year: null }),
      foreign: ad({ price: { amount: 9_500, currency: 'EUR' }, flags: ['foreign_currency'] }),
      endless: ad({ description: 'Velholdt. '.repeat(105_000), photoUrls: Array(5_000).fill(side) }),
      gone: ad(),
      sold: ad({ availability: 'sold' }),
      hidden: ad({ availability: 'hidden' }),
      elsewhere: ad({ photoUrls: ['http://127.0.0.1:9/inside.jpg', 'https://tracker.example/p.jpg'] }),
    });
    ads = [...Object.values(odd), ...Array.from({ length: 12 }, () => ad({ photoUrls: [side] }))];
    world.marketplace.items.set(odd.gone!.itemUrl, refusal('listing_removed'));
    const link = search('whole', [ads.slice(0, 10), [...ads.slice(5, 18), ads[0]!], ads.slice(18)]);
    jobId = (await anna.start(link)).body.jobId;
    const look = async () => percents.push((await anna.status())!.percent);
    await look();
    while (await world.deliver({ atOnce: 4 })) await look();
    await world.run();
    await look();
  });

  it('an import completes with every car stored or given up', async () => {
    expect(await anna.status()).toMatchObject({
      status: 'completed',
      percent: 100,
      carsFound: 23,
      carsDone: 22,
      carsFailed: 1,
      failure: null,
    });
  });

  it('an import goes through its stages in order', () => {
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(new Set(percents)).toEqual(new Set([10, 50, 75, 100]));
  });

  it('every car enters the catalog once, without hidden and removed ads', async () => {
    const ids = await catalogAds();
    const expected = ads.filter((each) => each !== odd.hidden && each !== odd.gone).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(expected.toSorted());
  });

  it('an import writes one history row, its discoveries and its charge', async () => {
    expect(await anna.history()).toMatchObject([
      { status: 'completed', cars_added_count: 22, error_message: null, scrape_type: 'manual' },
    ]);
    expect((await anna.usage()).scrapes_used).toBe(1);
    // 22 less the sold one, which the list does not show.
    expect((await anna.list({ view: 'discovered' })).body.totalCount).toBe(21);
    expect((await anna.list({ import: jobId })).body.totalCount).toBe(21);
  });

  it('an import reads the plate, asks the register and stores photos, blurred for anonymous readers', async () => {
    const { car } = (await carIds.findCar(odd.plated!.id, null))!;
    expect(car).toMatchObject({ plate: 'ZX48217', registerState: 'found', horsepower: 142 });
    expect(car.photos).toHaveLength(2);
    expect(car.photos[0]!.blurredSmall).toBeNull();
    expect(car.photos[1]!.blurredSmall).toMatch(/\.webp$/);
    const { hash: _, ...keys } = car.photos[1]!;
    for (const key of Object.values(keys))
      expect(world.objects.head('photos', `photos/${key}`)?.headers['content-type']).toBe('image/webp');
  });

  it('a plate that belongs to another make is not accepted', async () => {
    expect((await carIds.findCar(odd.foreignPlate!.id, null))!.car).toMatchObject({
      plate: null,
      registerState: 'no_plate',
    });
  });

  it('photos that are invalid, missing or on foreign hosts are left out', async () => {
    expect((await carIds.findCar(odd.broken!.id, null))!.car.photos).toHaveLength(1);
    expect((await carIds.findCar(odd.elsewhere!.id, null))!.car.photos).toEqual([]);
  });

  it.each([
    ['free', 'no_price'],
    ['ageless', 'missing_make_model_year'],
    ['foreign', 'foreign_currency'],
    ['untitled', 'small_pool'],
  ])('the %s car has no estimate: %s', async (name, reason) => {
    expect((await carIds.findCar(odd[name]!.id, null))!.car.rating).toMatchObject({
      deal: 'no_estimate',
      reason,
    });
  });

  it('a foreign price is kept, and the price in kroner is unknown', async () => {
    expect((await anna.car(odd.foreign!.id)).body).toMatchObject({
      price: 0,
      foreign_price: { amount: 9_500, currency: 'EUR' },
    });
  });

  it('a description of a megabyte is truncated', async () => {
    const { car } = (await carIds.findCar(odd.endless!.id, null))!;
    expect(car.description.length).toBeGreaterThan(1_000);
    expect(car.description.length).toBeLessThan(10_000);
  });

  it('visits are opened one at a time and closed', () => {
    expect(world.marketplace.open).toEqual({ now: 0, most: 1 });
  });

  it('the log contains neither plates nor titles', () => {
    const text = world.log.join('');
    expect(text).toContain('import ended');
    for (const secret of ['ZX48217', 'HM30965', 'Octavia']) expect(text).not.toContain(secret);
  });
});

describe('a second import of the same cars', () => {
  it('a second import visits no item page again, keeps photos and first sighting, and notes new prices', async () => {
    const [first, second] = [ad(), ad()];
    const lene = person('lene');
    await lene.start(search('again', [[first, second]]));
    await world.run();
    const before = (await carIds.findCar(first.id, null))!.car;
    const visits = world.marketplace.visits.items.length;
    world.advance(60_000);
    await lene.start(search('again', [[{ ...first, price: { amount: 139_900, currency: 'DKK' } }, second]]));
    await world.run();
    const after = (await carIds.findCar(first.id, null))!.car;
    expect(world.marketplace.visits.items).toHaveLength(visits);
    expect(after.firstSeenAt).toBe(before.firstSeenAt);
    expect(after.priceHistory.map(({ priceDkk }) => priceDkk)).toEqual([149_900, 139_900]);
    expect((await lene.history()).map((row) => row.cars_added_count)).toEqual([0, 2]);
  });

  it('a car is rated again when its placeholder price becomes a real one', async () => {
    const placeholder = ad({
      price: { amount: 1_234, currency: 'DKK' },
      flags: ['placeholder_price', 'imported'],
    });
    const mona = person('mona');
    await mona.start(search('placeholder', [[placeholder]]));
    await world.run();
    const real = { ...placeholder, price: { amount: 139_900, currency: 'DKK' }, flags: [] };
    await mona.start(search('placeholder', [[real]]));
    await world.run();
    expect((await carIds.findCar(placeholder.id, null))!.car).toMatchObject({
      priceDkk: 139_900,
      flags: ['imported'],
      rating: { reason: 'small_pool' },
    });
  });

  it('a car leaves the list when its ad says that it is sold', async () => {
    const sold = ad();
    const nina = person('nina');
    await nina.start(search('sold', [[sold]]));
    await world.run();
    await nina.start(search('sold', [[{ ...sold, availability: 'sold' }]]));
    await world.run();
    expect((await carIds.findCar(sold.id, null))!.car.availability).toBe('sold');
  });
});

describe('a register that does not answer', () => {
  it('a car is stored without register data while the register is silent, and completed later', async () => {
    const listing = ad({ photoUrls: [await world.photos.photoOf('PT71406')], plateInText: null });
    world.register.isDown = true;
    await person('bodil').start(search('register', [[listing]]));
    await world.run();
    world.register.isDown = false;
    expect((await carIds.findCar(listing.id, null))!.car).toMatchObject({
      plate: 'PT71406',
      registerState: 'pending',
    });
    // What the alarm register-silent adds up.
    expect(counted(world.log, 'RegisterFailed')).toBe(1);
  });
});

describe('more cars than one visit reads', () => {
  it("cars beyond one visit's limit are read in follow-up visits", async () => {
    const hans = person('hans');
    await hans.start(search('many', [Array.from({ length: 60 }, () => ad({ photoUrls: [] }))]));
    await world.run();
    expect(await hans.status()).toMatchObject({ status: 'completed', carsDone: 60 });
  });
});

describe('a search that is withheld after its first cars', () => {
  it('a search that is withheld after its first cars keeps them, says so and is not charged', async () => {
    const cars = Array.from({ length: 3 }, () => ad({ photoUrls: [] }));
    const end = { failure: refusal('withheld') };
    const lis = person('lis');
    await lis.start(search('withheld', [cars.map((each) => ({ ...each, description: null }))], end));
    await world.run();
    expect(await lis.history()).toMatchObject([
      { status: 'completed', cars_added_count: 3, error_code: 'withheld' },
    ]);
    expect((await lis.usage()).scrapes_used).toBe(0);
    expect(world.marketplace.visits.items).toEqual(
      expect.arrayContaining(cars.map(({ itemUrl }) => itemUrl)),
    );
  });
});

describe('a single listing', () => {
  it('a single ad is imported by its address', async () => {
    const listing = ad();
    const href = `${listing.itemUrl}?locale=en_US`;
    world.marketplace.items.set(href, listing);
    const inge = person('inge');
    await inge.start(listing.itemUrl);
    await world.run();
    expect(await inge.status()).toMatchObject({ status: 'completed', carsDone: 1 });
    expect(await catalogAds()).toContain(listing.id);
  });

  it('an ad that gained photos since it was read gets them, and its plate', async () => {
    const side = await world.photos.photoOf(null);
    const before = ad({ photoUrls: [side], plateInText: null });
    const href = `${before.itemUrl}?locale=en_US`;
    const karl = person('karl');
    world.marketplace.items.set(href, before);
    await karl.start(before.itemUrl);
    await world.run();
    const plated = await world.photos.photoOf('KR53184');
    world.marketplace.items.set(href, { ...before, photoUrls: [side, plated] });
    await karl.start(before.itemUrl);
    await world.run();
    const { car } = (await carIds.findCar(before.id, null))!;
    expect([car.photos.length, car.plate]).toEqual([2, 'KR53184']);
    // Addresses that have expired meanwhile take nothing away.
    world.marketplace.items.set(href, { ...before, photoUrls: Array(3).fill(world.photos.missing) });
    await karl.start(before.itemUrl);
    await world.run();
    const { car: after } = (await carIds.findCar(before.id, null))!;
    expect([after.photos.length, after.plate]).toEqual([2, 'KR53184']);
  });

  it('the import of a removed ad fails', async () => {
    const jens = person('jens');
    await jens.start(`${world.photos.origin}/marketplace/item/404404/`);
    await world.run();
    expect(await jens.history()).toMatchObject([{ status: 'failed', error_code: 'listing_removed' }]);
  });
});

describe('a search of which not everything becomes a car', () => {
  it('the history says how many ads were read and which were left out, without counting a second visit', async () => {
    const ida = person('ida-left-out');
    const cars = [ad(), ad(), ad({ flags: ['wanted'] })];
    const href = search('left-out', [cars, cars]);
    world.marketplace.searches.get(href)!.rejected = [
      { id: '71', reason: 'no_title' },
      { id: '72', reason: 'not_asked_for' },
      { id: '73', reason: 'not_asked_for' },
      { id: '74', reason: 'not_shown' },
    ];
    await ida.start(href);
    await world.run();
    expect(await ida.history()).toMatchObject([
      {
        status: 'completed',
        cars_added_count: 2,
        ads_read_count: 2,
        left_out: [
          { reason: 'not_asked_for', count: 2 },
          { reason: 'unreadable', count: 1 },
          { reason: 'not_for_sale', count: 1, titles: [cars[2]!.title] },
        ],
      },
    ]);
  });
});

describe('a visit that is short of time', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  // The worker is stopped after ten minutes: it begins no page in its last one.
  it.each([
    [179_999, 4],
    [180_000, 3],
  ])(
    'a visit whose pages take %i ms starts none in its last minute and plans another visit (%i pages)',
    async (pageMs, pages) => {
      const nobody = `short-${pageMs}`;
      const ads = Array.from({ length: 6 }, () => ad());
      const { marketplace } = world;
      const { get } = marketplace.items;
      let passedMs = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
      vi.spyOn(marketplace.items, 'get').mockImplementation(function (this: typeof marketplace.items, href) {
        passedMs += pageMs;
        return get.call(marketplace.items, href);
      });
      const before = marketplace.visits.items.length;
      const readSince = () => marketplace.visits.items.slice(before);
      await person(nobody).start(search(nobody, [ads]));
      await world.deliver();
      expect(readSince()).toEqual(ads.slice(0, pages).map(({ itemUrl }) => itemUrl));
      expect(world.queues.counts('scrape').visible).toBe(1);
      await world.run();
      expect(readSince()).toEqual(ads.map(({ itemUrl }) => itemUrl));
      expect(await person(nobody).history()).toMatchObject([{ status: 'completed', cars_added_count: 6 }]);
    },
  );
});
