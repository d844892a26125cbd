import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import { composePage } from '#core/marketplaces/facebook/button.ts';
import { row, search, searchPage } from '#tests/core/marketplaces/bilbasen/pages.ts';
import { makeVehicle } from '#tests/support/make-car.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile();
const person = await loadPeople();
const { findCar } = await import('#functions/cars/store.ts');

const adOf = (id: string, fields: object = {}) => ({
  id,
  marketplace_listing_title: '2014 Volkswagen Golf 1,6 TDI',
  listing_price: { formatted_amount: 'kr 84.900', amount: '84900.00' },
  marketplace_listing_category_id: '807311116002614',
  ...fields,
});
const pageOf = (fields: Partial<HandedPage>): Uint8Array =>
  gzipSync(
    composePage({
      kind: 'search',
      path: '/marketplace/',
      hasNoResults: false,
      ads: [],
      cards: [],
      ...fields,
    }),
  );

let searches = 0;
/** Presses the button on a search nobody has seen before. */
const press = (who: Person, page = pageOf({ ads: [adOf(String(800_000_000_000 + searches++))] })) =>
  who.drop(page, { 'content-encoding': 'gzip' }, { by: 'button' });
const charged = async (who: Person) => (await who.usage()).scrapes_used;
const minutes = (count: number) => world.advance(count * 60_000);

describe('the button', () => {
  it('the button charges once if it is pressed in two windows at once', async () => {
    const eva = person('eva');
    const answers = await Promise.all([press(eva), press(eva), press(eva)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await charged(eva)).toBe(1);
  });

  it('the button works through the hour that the last import paid for and is refused afterwards', async () => {
    const ole = person('ole');
    for (let used = 0; used < 19; used++)
      await ole.start(`https://www.facebook.com/marketplace/odense/search?query=q${used}`);
    for (let presses = 0; presses < 2; presses++) expect((await press(ole)).status).toBe(202);
    expect(await charged(ole)).toBe(20);
    minutes(61);
    expect(await press(ole)).toMatchObject({ status: 403, body: { code: 'limit_reached' } });
    expect(await charged(ole)).toBe(20);
  });

  it('cars of a marketplace that is not visited reach only the person who pressed the button', async () => {
    const eli = person('eli');
    const rows = [
      row({ externalId: 6_601_001 }),
      row({ externalId: 6_601_002, price: { price: 2495, priceType: 'Leasing' } }),
    ];
    const page = gzipSync(searchPage(rows));
    const { status, body } = await eli.drop(
      page,
      { 'content-encoding': 'gzip' },
      { url: search, by: 'button' },
    );
    expect([status, body.carsFound]).toEqual([202, 2]);
    await world.run();
    const { cars } = (await eli.list({ view: 'discovered' })).body;
    expect(cars.map((car) => ('price' in car ? [car.price, car.deal_reason, car.is_private] : car))).toEqual(
      expect.arrayContaining([
        [109_900, expect.stringMatching(/^(?!leasing)/), true],
        [2_495, 'leasing', true],
      ]),
    );
    const sold = cars.find((car) => 'price' in car && car.price === 109_900)!;
    expect((await eli.car(sold.id)).body).toMatchObject({
      source: 'bilbasen',
      item_url: 'https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi-125-comfortline-5d/6601001',
    });
    expect(await eli.start('https://www.bilbasen.dk/brugt/bil/vw/golf-vii')).toMatchObject({
      status: 400,
      body: { code: 'link_by_hand' },
    });
  });

  it('the button is not counted for premium users', async () => {
    await storePlan('pia', { type: 'lifetime' });
    await press(person('pia'));
    expect(await charged(person('pia'))).toBe(0);
  });

  it('the button on an ad adds its text and photos to the car that the search brought', async () => {
    const bo = person('bo');
    const { origin } = world.photos;
    const url = `${origin}/marketplace/odense/search?query=golf`;
    const photos = [await world.photos.photoOf('ZX48217'), await world.photos.photoOf('AB12345')];
    const id = '850000000001';
    const primary_listing_photo = { image: { uri: photos[0] } };
    const search = pageOf({ ads: [adOf(id, { primary_listing_photo })] });
    await bo.drop(search, { 'content-encoding': 'gzip' }, { url, by: 'button' });
    await world.run();
    const before = (await bo.car(`p-${id}`)).body;
    expect(before).toMatchObject({ description: '', image_urls: [expect.any(String)] });
    const listing_photos = photos.map((uri) => ({ image: { uri } }));
    const redacted_description = { text: 'Nysynet, ny tandrem.' };
    const ad = pageOf({ kind: 'item', ads: [adOf(id, { redacted_description, listing_photos })] });
    const item = `${origin}/marketplace/item/${id}/`;
    await bo.drop(ad, { 'content-encoding': 'gzip' }, { url: item, by: 'button' });
    await world.run();
    const after = (await bo.car(`p-${id}`)).body;
    expect(after).toMatchObject({ id: before.id, description: 'Nysynet, ny tandrem.' });
    expect((after as { image_urls: string[] }).image_urls).toHaveLength(2);
    expect((await bo.list({ view: 'discovered' })).body.totalCount).toBe(1);
    expect(await charged(bo)).toBe(1);
  });

  it('the new cars of a part are rated by their ads alone until their photos have been searched', async () => {
    const mia = person('mia');
    await storePlan('mia', { type: 'lifetime' });
    const { origin } = world.photos;
    world.register.vehicles.set(
      'CX41288',
      makeVehicle({ plate: 'CX41288', make: 'Volkswagen', model: 'Golf' }),
    );
    const id = '875000000001';
    const photo = { image: { uri: await world.photos.photoOf('CX41288') } };
    const page = pageOf({ ads: [adOf(id, { primary_listing_photo: photo })] });
    const url = `${origin}/marketplace/odense/search?query=golf`;
    await mia.drop(page, { 'content-encoding': 'gzip' }, { url, by: 'button', part: '1' });
    while ((await mia.car(`p-${id}`)).status !== 200) await world.deliver();
    expect((await mia.car(`p-${id}`)).body).toMatchObject({ plate: null, register_state: 'unread' });
    const links = [`https://www.facebook.com/marketplace/item/${id}/`];
    expect((await mia.known(links)).body.cars).toMatchObject([{ car: { is_preliminary: true } }]);
    await world.run();
    expect((await mia.known(links)).body.cars).toMatchObject([{ car: { is_preliminary: false } }]);
    const { car } = (await findCar(`p-${id}`, 'mia'))!;
    expect(car).toMatchObject({ plate: 'CX41288', registerState: 'found' });
    expect([car.priceHistory.length, car.moments.length]).toEqual([1, 1]);
  });

  it('a free reader is given no rating by the ad alone', async () => {
    const oda = person('oda');
    const id = '877000000001';
    const photo = { image: { uri: await world.photos.photoOf('CX41288') } };
    const page = pageOf({ ads: [adOf(id, { primary_listing_photo: photo })] });
    const url = `${world.photos.origin}/marketplace/odense/search?query=golf`;
    await oda.drop(page, { 'content-encoding': 'gzip' }, { url, by: 'button', part: '1' });
    while (!(await findCar(`p-${id}`, 'oda'))) await world.deliver();
    expect((await findCar(`p-${id}`, 'oda'))!.car.registerState).toBe('found');
  });

  it('a car whose photos were never searched keeps its price and first day when it is sent again', async () => {
    const { giveUpMessage } = await import('#functions/imports/failures.ts');
    const { rateAds } = await import('#functions/imports/rate-and-store-car.ts');
    const { queues } = await import('#functions/platform/queues.ts');
    const { identify } = queues;
    const uma = person('uma');
    await storePlan('uma', { type: 'lifetime' });
    const id = '878000000001';
    const photo = { image: { uri: await world.photos.photoOf('CX41288') } };
    const url = `${world.photos.origin}/marketplace/odense/search?query=golf`;
    const send = (amount: number) =>
      uma.drop(
        pageOf({
          ads: [
            adOf(id, {
              primary_listing_photo: photo,
              listing_price: { formatted_amount: `kr ${amount}`, amount: `${amount}.00` },
            }),
          ],
        }),
        { 'content-encoding': 'gzip' },
        { url, by: 'button', part: '1' },
      );
    const { jobId } = (await send(84_900)).body;
    queues.identify = () => Promise.resolve();
    await rateAds({ type: 'rate-ads', jobId, requestId: 'r' });
    queues.identify = identify;
    const first = (await findCar(`p-${id}`, 'uma'))!.car;
    expect(first.registerState).toBe('unread');
    await giveUpMessage({ type: 'identify', jobId, carId: first.id, requestId: 'r' });
    await world.run();
    minutes(3 * 24 * 60);
    await send(79_900);
    await world.run();
    const { car } = (await findCar(`p-${id}`, 'uma'))!;
    expect(car.registerState).toBe('found');
    expect(car.firstSeenAt).toBe(first.firstSeenAt);
    expect(car.priceHistory.map(({ priceDkk }) => priceDkk)).toEqual([84_900, 79_900]);
  });

  it('the cars of a part are rated also where the message of their first rating was lost', async () => {
    const { queues } = await import('#functions/platform/queues.ts');
    const { rateAds } = queues;
    queues.rateAds = () => Promise.resolve();
    const ane = person('ane');
    await storePlan('ane', { type: 'lifetime' });
    const id = '876000000001';
    const photo = { image: { uri: await world.photos.photoOf('CX41288') } };
    const page = pageOf({ ads: [adOf(id, { primary_listing_photo: photo })] });
    const url = `${world.photos.origin}/marketplace/odense/search?query=golf`;
    await ane.drop(page, { 'content-encoding': 'gzip' }, { url, by: 'button', part: '1' });
    queues.rateAds = rateAds;
    await world.run();
    expect((await ane.car(`p-${id}`)).body).toMatchObject({ register_state: 'found' });
  });

  it('a part of a page that is looked at is rated before its photos are copied, with their plates', async () => {
    const ole = person('ole');
    const { origin } = world.photos;
    world.register.vehicles.set(
      'CX41287',
      makeVehicle({ plate: 'CX41287', make: 'Volkswagen', model: 'Golf' }),
    );
    const photos = [await world.photos.photoOf('CX41287'), await world.photos.photoOf('AB12345')];
    const id = '870000000001';
    const search = pageOf({ ads: [adOf(id, { primary_listing_photo: { image: { uri: photos[0] } } })] });
    const url = `${origin}/marketplace/odense/search?query=golf`;
    await ole.drop(search, { 'content-encoding': 'gzip' }, { url, by: 'button', part: '1' });
    while ((await ole.car(`p-${id}`)).status !== 200) await world.deliver();
    expect((await ole.car(`p-${id}`)).body).toMatchObject({
      ...{ image_urls: [], plate: 'CX41287', register_state: 'found' },
    });
    // The ad is opened before the photo of the search is copied.
    const listing_photos = photos.map((uri) => ({ image: { uri } }));
    const ad = pageOf({ kind: 'item', ads: [adOf(id, { listing_photos })] });
    const item = `${origin}/marketplace/item/${id}/`;
    await ole.drop(ad, { 'content-encoding': 'gzip' }, { url: item, by: 'button', part: '1' });
    await world.run();
    const { photos: copied } = (await findCar(`p-${id}`, 'ole'))!.car;
    expect(copied).toMatchObject([
      { blurredLarge: expect.any(String) },
      { blurredLarge: expect.any(String) },
    ]);
  });

  it.each([
    ['a whole page', 'fie', {}],
    ['a part', 'fia', { part: '1' }],
  ] as const)('%s of an ad keeps its data while the search is still being rated', async (_, who, part) => {
    const { listDrafts } = await import('#functions/imports/draft-store.ts');
    const { identifyCar } = await import('#functions/imports/identify-car.ts');
    const { rateAndStoreCar } = await import('#functions/imports/rate-and-store-car.ts');
    const fie = person(who);
    const { origin } = world.photos;
    world.register.vehicles.set(
      'DB20456',
      makeVehicle({ plate: 'DB20456', make: 'Volkswagen', model: 'Golf' }),
    );
    const photos = [await world.photos.photoOf(null), await world.photos.photoOf('DB20456')];
    const id = '860000000001';
    const url = `${origin}/marketplace/item/${id}/`;
    const unzipped = { 'content-encoding': 'gzip' };
    const search = pageOf({ ads: [adOf(id, { primary_listing_photo: { image: { uri: photos[0] } } })] });
    const found = { url: `${origin}/marketplace/odense/search?query=golf`, by: 'button', ...part } as const;
    const searching = (await fie.drop(search, unzipped, found)).body;
    expect(searching.jobId).toBeTruthy();
    const listing_photos = photos.map((uri) => ({ image: { uri } }));
    const words = { redacted_description: { text: 'Nysynet, ny tandrem.' }, listing_photos };
    const ad = pageOf({ kind: 'item', ads: [adOf(id, words)] });
    const opening = (await fie.drop(ad, unzipped, { url, by: 'button', ...part })).body;
    const { carId } = (await listDrafts(opening.jobId))[0]!;
    // The search's car has been looked at; then the ad overtakes it.
    for (const [step, { jobId }] of [
      ['identify', searching],
      ['identify', opening],
      ['rate', opening],
      ['rate', searching],
    ] as const)
      await (step === 'identify' ? identifyCar : rateAndStoreCar)({
        type: step,
        jobId,
        carId,
        requestId: 'r',
      } as never);
    const data = { description: 'Nysynet, ny tandrem.', plate: 'DB20456', register_state: 'found' };
    expect((await fie.car(`p-${id}`)).body).toMatchObject(data);
    await world.run();
    const { body } = await fie.car(`p-${id}`);
    expect(body).toMatchObject(data);
    expect((body as { image_urls: string[] }).image_urls).toHaveLength(2);
  });

  // Its second try would find the car read by the first.
  it('a plate is read late where its photo could not be fetched before the rating', {
    retry: 0,
  }, async () => {
    const liv = person('liv');
    const { origin } = world.photos;
    world.register.vehicles.set(
      'BX21334',
      makeVehicle({ plate: 'BX21334', make: 'Volkswagen', model: 'Golf' }),
    );
    const id = '880000000001';
    const url = `${origin}/marketplace/odense/search?query=golf`;
    const photo = { image: { uri: `${origin}/BX21334.jpg` } };
    const search = pageOf({ ads: [adOf(id, { primary_listing_photo: photo })] });
    await liv.drop(search, { 'content-encoding': 'gzip' }, { url, by: 'button', part: '1' });
    while ((await liv.car(`p-${id}`)).status !== 200) await world.deliver();
    expect((await liv.car(`p-${id}`)).body).toMatchObject({ plate: null, image_urls: [] });
    expect(await world.photos.photoOf('BX21334')).toBe(photo.image.uri);
    const { queues } = await import('#functions/platform/queues.ts');
    const { rate } = queues;
    let isRefused = false;
    queues.rate = (messages) => {
      if (isRefused) return rate(messages);
      isRefused = true;
      return Promise.reject(new Error('the queue refused a message'));
    };
    await world.run();
    queues.rate = rate;
    expect(isRefused).toBe(true);
    expect((await liv.car(`p-${id}`)).body).toMatchObject({
      ...{ plate: 'BX21334', register_state: 'found', image_urls: [expect.any(String)] },
    });
  });

  it('photos are copied late also where their message was refused at first', async () => {
    const { queues } = await import('#functions/platform/queues.ts');
    const { identify } = queues;
    let isRefused = false;
    queues.identify = (messages, delaySeconds) => {
      if (delaySeconds === undefined || isRefused) return identify(messages, delaySeconds);
      isRefused = true;
      return Promise.reject(new Error('the queue refused a message'));
    };
    const kim = person('kim');
    const { origin } = world.photos;
    const id = '890000000001';
    const url = `${origin}/marketplace/odense/search?query=golf`;
    const photo = { image: { uri: await world.photos.photoOf('CX41287') } };
    const search = pageOf({ ads: [adOf(id, { primary_listing_photo: photo })] });
    await kim.drop(search, { 'content-encoding': 'gzip' }, { url, by: 'button', part: '1' });
    await world.run();
    queues.identify = identify;
    expect(isRefused).toBe(true);
    expect((await kim.car(`p-${id}`)).body).toMatchObject({ image_urls: [expect.any(String)] });
  });
});
