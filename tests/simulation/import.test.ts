import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMarketplaceLink } from '#core/marketplace/link.ts';
import type { Listing } from '#core/marketplace/listing.ts';
import { pageFailureClasses } from '#core/marketplace/page-failure.ts';
import { refusal } from '#tests/support/fake-marketplace.ts';
import { makeListing, makeVehicle } from '#tests/support/make-car.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';

let world: PipelineWorld;
let person: (id: string) => Person;
let cars: typeof import('#functions/_adapters/dynamodb/cars.ts');
let jobs: typeof import('#functions/_adapters/dynamodb/jobs.ts');

beforeAll(async () => {
  world = await startPipelineWorld();
  person = await loadPeople();
  cars = await import('#functions/_adapters/dynamodb/cars.ts');
  jobs = await import('#functions/_adapters/dynamodb/jobs.ts');
});
afterAll(() => world.close());

let lastId = 0;
/** An ad of its own on the staged marketplace. */
function ad(fields: Partial<Listing> = {}): Listing {
  const id = fields.id ?? `9007199254740${String(++lastId).padStart(6, '0')}`;
  const itemUrl = `${world.photos.origin}/marketplace/item/${id}/`;
  return makeListing({ title: `2019 Škoda Octavia nr. ${lastId}`, ...fields, id, itemUrl });
}

/** The address of a search that shows these ads; its key is the form in which the product keeps it. */
function search(query: string, batches: Listing[][], end = {}): string {
  const { origin } = world.photos;
  const parsed = parseMarketplaceLink(`${origin}/marketplace/odense/search?query=${query}`, {
    demoOrigin: origin,
  });
  if (!parsed.ok) throw new Error(parsed.message);
  world.marketplace.searches.set(parsed.link.href, { batches, end });
  return parsed.link.href;
}

const catalogIds = async () => (await cars.readCatalog(null)).map((card) => card.id);
const timesIn = (ids: readonly string[], id: string) => ids.filter((each) => each === id).length;

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

  it('ends completed with everything done or given up', async () => {
    expect(await anna.status()).toMatchObject({
      status: 'completed',
      percent: 100,
      carsFound: 23,
      carsDone: 22,
      carsFailed: 1,
      failure: null,
    });
  });

  it('goes through its stages in their order', () => {
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(new Set(percents)).toEqual(new Set([10, 50, 75, 100]));
  });

  it('puts every car into the catalog once, and neither the hidden nor the removed one', async () => {
    const ids = await catalogIds();
    const expected = ads.filter((each) => each !== odd.hidden && each !== odd.gone).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(expected.toSorted());
  });

  it('writes one history row, the discoveries and the charge', async () => {
    expect(await anna.history()).toMatchObject([
      { status: 'completed', cars_added_count: 22, error_message: null, scrape_type: 'manual' },
    ]);
    expect((await anna.usage()).scrapes_used).toBe(1);
    // 22 less the sold one, which the list does not show.
    expect((await anna.list({ view: 'discovered' })).body.totalCount).toBe(21);
    expect((await anna.list({ import: jobId })).body.totalCount).toBe(21);
  });

  it('reads the plate, asks the register and stores the photos, the plate blurred for strangers', async () => {
    const { car } = (await cars.getCar(odd.plated!.id, null))!;
    expect(car).toMatchObject({ plate: 'ZX48217', registerState: 'found', horsepower: 142 });
    expect(car.photos).toHaveLength(2);
    expect(car.photos[0]!.blurredSmall).toBeNull();
    expect(car.photos[1]!.blurredSmall).toMatch(/\.webp$/);
    for (const key of Object.values(car.photos[1]!))
      expect(world.objects.head('photos', `photos/${key}`)?.headers['content-type']).toBe('image/webp');
  });

  it('does not take the plate of another make', async () => {
    expect((await cars.getCar(odd.foreignPlate!.id, null))!.car).toMatchObject({
      plate: null,
      registerState: 'no_plate',
    });
  });

  it('leaves out what is no photo, is gone, or lies on a host that is not the marketplace’s', async () => {
    expect((await cars.getCar(odd.broken!.id, null))!.car.photos).toHaveLength(1);
    expect((await cars.getCar(odd.elsewhere!.id, null))!.car.photos).toEqual([]);
  });

  it.each([
    ['free', 'no_price'],
    ['ageless', 'missing_make_model_year'],
    ['foreign', 'foreign_currency'],
    ['untitled', 'small_pool'],
  ])('keeps the %s one without an estimate: %s', async (name, reason) => {
    expect((await cars.getCar(odd[name]!.id, null))!.car.rating).toMatchObject({
      deal: 'no_estimate',
      reason,
    });
  });

  it('keeps the foreign price beside an unknown one in kroner', async () => {
    expect((await anna.car(odd.foreign!.id)).body).toMatchObject({
      price: 0,
      foreign_price: { amount: 9_500, currency: 'EUR' },
    });
  });

  it('bounds a description of a megabyte', async () => {
    const { car } = (await cars.getCar(odd.endless!.id, null))!;
    expect(car.description.length).toBeGreaterThan(1_000);
    expect(car.description.length).toBeLessThan(10_000);
  });

  it('opens one visit at a time and closes each', () => {
    expect(world.marketplace.open).toEqual({ now: 0, most: 1 });
  });

  it('writes no plate and no title into the log', () => {
    const text = world.log.join('');
    expect(text).toContain('import ended');
    for (const secret of ['ZX48217', 'HM30965', 'Octavia']) expect(text).not.toContain(secret);
  });
});

describe('a second import of the same cars', () => {
  it('visits no item page again, keeps photos and first sighting, and notes the new price', async () => {
    const [first, second] = [ad(), ad()];
    const lene = person('lene');
    await lene.start(search('again', [[first, second]]));
    await world.run();
    const before = (await cars.getCar(first.id, null))!.car;
    const visits = world.marketplace.visits.items.length;
    world.advance(60_000);
    await lene.start(search('again', [[{ ...first, price: { amount: 139_900, currency: 'DKK' } }, second]]));
    await world.run();
    const after = (await cars.getCar(first.id, null))!.car;
    expect(world.marketplace.visits.items).toHaveLength(visits);
    expect(after.firstSeenAt).toBe(before.firstSeenAt);
    expect(after.priceHistory.map(({ priceDkk }) => priceDkk)).toEqual([149_900, 139_900]);
    expect((await lene.history()).map((row) => row.cars_added_count)).toEqual([0, 2]);
  });

  it('rates a car again whose price was a placeholder and now is none', async () => {
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
    expect((await cars.getCar(placeholder.id, null))!.car).toMatchObject({
      priceDkk: 139_900,
      flags: ['imported'],
      rating: { reason: 'small_pool' },
    });
  });

  it('takes a car out of the list when its ad says that it is sold', async () => {
    const sold = ad();
    const nina = person('nina');
    await nina.start(search('sold', [[sold]]));
    await world.run();
    await nina.start(search('sold', [[{ ...sold, availability: 'sold' }]]));
    await world.run();
    expect((await cars.getCar(sold.id, null))!.car.availability).toBe('sold');
  });
});

describe('a register that does not answer', () => {
  it('costs no car: it is stored, and asked for again later', async () => {
    const listing = ad({ photoUrls: [await world.photos.photoOf('PT71406')], plateInText: null });
    world.register.isDown = true;
    await person('bodil').start(search('register', [[listing]]));
    await world.run();
    world.register.isDown = false;
    expect((await cars.getCar(listing.id, null))!.car).toMatchObject({
      plate: 'PT71406',
      registerState: 'pending',
    });
  });
});

describe('a marketplace that refuses', () => {
  it.each(pageFailureClasses)(
    'with %s fails the import, gives the charge back and says why',
    async (each) => {
      const carl = person(`carl-${each}`);
      await carl.start(search(`refused-${each}`, [], { failure: refusal(each) }));
      await world.run();
      const [row] = await carl.history();
      expect(row).toMatchObject({ status: 'failed', error_code: each, cars_added_count: 0 });
      expect(row!.error_message).toMatch(/^(The|This) .*\.$/);
      expect((await carl.usage()).scrapes_used).toBe(0);
      expect(await carl.status()).toMatchObject({ status: 'failed', failure: each });
    },
  );

  it('is tried once more when it did not answer in time, and not when it wants to be left alone', () => {
    const visits = (each: string) =>
      world.marketplace.visits.searches.filter((href) => href.includes(`query=refused-${each}`)).length;
    expect([visits('timeout'), visits('network')]).toEqual([2, 2]);
    expect([visits('rate_limited'), visits('checkpoint'), visits('login_wall')]).toEqual([1, 1, 1]);
  });

  it('for no cars at all completes the import and gives the charge back', async () => {
    const dora = person('dora');
    await dora.start(search('empty', [], { isEmpty: true }));
    await world.run();
    expect(await dora.history()).toMatchObject([
      { status: 'completed', error_code: 'empty', cars_added_count: 0 },
    ]);
    expect((await dora.usage()).scrapes_used).toBe(0);
  });

  it('after some rows keeps them, charges them and visits nothing more', async () => {
    const [first, second] = [ad(), ad()];
    const visits = world.marketplace.visits.items.length;
    const emil = person('emil');
    await emil.start(search('limited', [[first, second]], { failure: refusal('rate_limited') }));
    await world.run();
    expect(await emil.history()).toMatchObject([
      { status: 'completed', error_code: 'rate_limited', cars_added_count: 2 },
    ]);
    expect((await emil.usage()).scrapes_used).toBe(1);
    expect(world.marketplace.visits.items).toHaveLength(visits);
  });

  it('at an item page sends the rest on with what the feed said', async () => {
    const listings = [ad(), ad(), ad(), ad()];
    world.marketplace.items.set(listings[1]!.itemUrl, refusal('rate_limited'));
    const visits = world.marketplace.visits.items.length;
    const finn = person('finn');
    await finn.start(search('item-limited', [listings]));
    await world.run();
    expect(await finn.status()).toMatchObject({ status: 'completed', carsDone: 4 });
    expect(world.marketplace.visits.items).toHaveLength(visits + 2);
  });

  it('one car after the other still lets the import end, as failed and free', async () => {
    const listings = [ad(), ad()];
    for (const { itemUrl } of listings) world.marketplace.items.set(itemUrl, refusal('listing_removed'));
    const gerd = person('gerd');
    await gerd.start(search('all-gone', [listings]));
    await world.run();
    expect(await gerd.history()).toMatchObject([{ status: 'failed', cars_added_count: 0 }]);
    expect((await gerd.usage()).scrapes_used).toBe(0);
  });
});

describe('more cars than one visit reads', () => {
  it('are read in follow-up visits', async () => {
    const hans = person('hans');
    await hans.start(search('many', [Array.from({ length: 60 }, () => ad({ photoUrls: [] }))]));
    await world.run();
    expect(await hans.status()).toMatchObject({ status: 'completed', carsDone: 60 });
  });
});

describe('a single listing', () => {
  it('is imported by its own address', async () => {
    const listing = ad();
    const href = `${listing.itemUrl}?locale=en_US`;
    world.marketplace.items.set(href, listing);
    const inge = person('inge');
    await inge.start(listing.itemUrl);
    await world.run();
    expect(await inge.status()).toMatchObject({ status: 'completed', carsDone: 1 });
    expect(await catalogIds()).toContain(listing.id);
  });

  it('that is gone fails the import', async () => {
    const jens = person('jens');
    await jens.start(`${world.photos.origin}/marketplace/item/404404/`);
    await world.run();
    expect(await jens.history()).toMatchObject([{ status: 'failed', error_code: 'listing_removed' }]);
  });
});

describe('imports of the same link', () => {
  it('join the run that has not ended: one visit, one charge a person', async () => {
    const link = search('joined', [[ad(), ad()]]);
    const [kaja, lars] = [person('kaja'), person('lars')];
    const first = await kaja.start(link);
    expect((await kaja.start(link)).body).toMatchObject({ jobId: first.body.jobId, joined: true });
    await world.deliver();
    expect((await lars.start(link)).body).toMatchObject({ jobId: first.body.jobId, joined: true });
    await world.run();
    for (const each of [kaja, lars]) {
      expect(await each.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
      expect((await each.usage()).scrapes_used).toBe(1);
      expect((await each.list({ view: 'discovered' })).body.totalCount).toBe(2);
    }
    expect(world.marketplace.visits.searches.filter((href) => href === link)).toHaveLength(1);
  });

  it('start anew once the run has ended', async () => {
    const link = search('anew', [[ad()]]);
    const marie = person('marie');
    const first = await marie.start(link);
    await world.run();
    const second = await marie.start(link);
    await world.run();
    expect(second.body).toMatchObject({ joined: false });
    expect(second.body.jobId).not.toBe(first.body.jobId);
    expect((await jobs.getJob(second.body.jobId))!.state).toBe('completed');
  });

  it('may find the same cars by two links at once: each car stays one', async () => {
    const shared = [ad(), ad(), ad()];
    const [niels, ole] = [person('niels'), person('ole')];
    await niels.start(search('one-way', [shared]));
    await ole.start(search('other-way', [shared]));
    await world.run({ atOnce: 8 });
    const ids = await catalogIds();
    for (const { id } of shared) expect(timesIn(ids, id)).toBe(1);
    for (const each of [niels, ole])
      expect(await each.history()).toMatchObject([{ status: 'completed', cars_added_count: 3 }]);
  });
});

/** A search page as a browser saves it. */
function savedPage(listings: { id: string; title: string; amount: string }[]): Buffer {
  const edges = listings.map(({ id, title, amount }) => ({
    node: {
      __typename: 'MarketplaceFeedListingStoryObject',
      listing: {
        __typename: 'GroupCommerceProductItem',
        id,
        marketplace_listing_title: title,
        listing_price: { formatted_amount: `kr ${amount}`, amount: `${amount}.00` },
        location: { reverse_geocode: { city: 'Odense' } },
        is_live: true,
        marketplace_listing_category_id: '807311116002614',
        custom_sub_titles_with_rendering_flags: [{ subtitle: '149K km' }],
      },
    },
  }));
  const feed = { marketplace_search: { feed_units: { edges, page_info: { has_next_page: false } } } };
  const html = `<html><head><title>Marketplace</title></head><body>
    <script type="application/json" data-sjs>${JSON.stringify({ require: [[{ __bbox: { result: { data: feed } } }]] })}</script>
    </body></html>`;
  return gzipSync(html);
}

describe('a dropped page', () => {
  const page = savedPage([
    { id: '700000000000001', title: '2014 Volkswagen Golf 1,6 TDI', amount: '84900' },
    { id: '700000000000002', title: '2017 Škoda Octavia 1,4 TSI', amount: '129900' },
  ]);
  let per: Person;
  let rosa: Person;

  beforeAll(async () => {
    [per, rosa] = [person('per'), person('rosa')];
    expect(await per.drop(page, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 202,
      body: { carsFound: 2 },
    });
    await world.run();
  });

  it('is imported and charged like a link', async () => {
    expect(await per.history()).toMatchObject([
      { status: 'completed', scrape_type: 'page', cars_added_count: 2 },
    ]);
    expect((await per.usage()).scrapes_used).toBe(1);
  });

  it('gives its cars ids of their own, for their owner alone', async () => {
    const { body } = await per.list({ view: 'discovered' });
    expect(body.cars.map(({ id }) => id).toSorted()).toEqual(['p-700000000000001', 'p-700000000000002']);
    expect(body.cars.every((car) => 'is_private' in car && car.is_private)).toBe(true);
    expect((await per.car('p-700000000000001')).status).toBe(200);
  });

  it('is not in the catalog, the counts, or anybody else’s list', async () => {
    expect((await catalogIds()).filter((id) => /700000000000/.test(id))).toEqual([]);
    world.advance(60_000);
    const { body } = await per.list({ q: '1,6 TDI' });
    expect(body.totalCount).toBe(0);
    const counts = await per.counts();
    expect(counts.total).toBe((await cars.readCatalog(null)).filter((c) => c.availability !== 'sold').length);
    expect((await rosa.list({ view: 'discovered' })).body.totalCount).toBe(0);
    for (const id of ['p-700000000000001', '700000000000001']) expect((await rosa.car(id)).status).toBe(404);
  });

  it('of somebody else with the same ads is a car of its own', async () => {
    await rosa.drop(page);
    await world.run();
    expect((await rosa.list({ view: 'discovered' })).body.totalCount).toBe(2);
    expect((await per.history()).map((row) => row.cars_added_count)).toEqual([2]);
  });

  it('of one car ends even when its worker is faster than the upload', async () => {
    const sofie = person('sofie');
    const { queues } = await import('#functions/_adapters/queues.ts');
    const { identify } = queues;
    queues.identify = async (messages) => {
      await identify(messages);
      while (await world.deliver());
    };
    await sofie.drop(savedPage([{ id: '700000000000003', title: '2015 Toyota Yaris', amount: '64900' }]));
    queues.identify = identify;
    expect(await sofie.status()).toMatchObject({ status: 'completed', carsDone: 1 });
  });

  it('without cars is refused, named, and free', async () => {
    const tove = person('tove');
    const login = Buffer.from(
      '<html><head><title>Log into Facebook</title></head><body><form id="login_form"></form></body></html>',
    );
    expect(await tove.drop(login)).toMatchObject({
      status: 422,
      body: { code: 'page_not_recognised', details: { class: 'login_wall' } },
    });
    expect(await tove.drop(Buffer.from('hello'))).toMatchObject({ status: 422 });
    expect(await tove.drop(Buffer.alloc(0))).toMatchObject({ status: 400 });
    expect(await tove.drop(gzipSync(Buffer.alloc(17 * 1024 * 1024)))).toMatchObject({ status: 413 });
    expect(await tove.drop(page, { 'content-encoding': 'br' })).toMatchObject({ status: 415 });
    expect((await tove.usage()).scrapes_used).toBe(0);
    expect(await tove.history()).toEqual([]);
  });
});
