import { afterEach, describe, expect, it } from 'vitest';
import { completeListing } from '#core/cars/stored-car.ts';
import { spelled } from '#core/imports/witness.ts';
import { savedPage, searchAddress } from '#tests/support/fake-marketplace.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { readCatalog } from '#tests/support/stored-car.ts';

const world = await worldOfFile();
const person = await loadPeople();
const cars = await import('#functions/cars/store.ts');
afterEach(() => {
  delete process.env.WITNESSES;
  delete process.env.SOURCES;
});

let ads = 0;
type Ad = { id: string; title: string; amount: string; photo: string };
const newAd = async (plate: string | null = null): Promise<Ad> => ({
  id: String(720_000_000_000_000 + ads++),
  title: '2014 Volkswagen Golf 1,6 TDI',
  amount: '84900',
  photo: await world.photos.photoOf(plate),
});

/** Somebody presses the button on a search that shows this ad, from this address. */
async function send(who: string, address: string, ad: Ad): Promise<void> {
  const url = searchAddress(world.photos.origin, ad.id);
  const headers = { 'x-client-address': address };
  expect((await person(who).drop(savedPage([ad]), headers, { url, by: 'button' })).status).toBe(202);
  await world.run();
}
const shared = async ({ id }: Ad) => {
  const [carId] = (await cars.carIdsOf([{ source: 'facebook', id }], null)).values();
  return cars.getCar(carId!, null);
};
const listed = async () => spelled((await readCatalog()).toSorted((a, b) => (a.id < b.id ? -1 : 1)));

describe('an ad that people send', () => {
  it('an ad enters the catalog with its second independent sender, and each keeps their own copy', async () => {
    const ad = await newAd('ZX48217');
    await send('asta', '198.51.100.7:443', ad);
    expect(await shared(ad)).toBeNull();
    await send('bent', '203.0.113.9:443', ad);
    const entered = (await shared(ad))!;
    expect(entered.car).toMatchObject({
      title: ad.title,
      priceDkk: 84_900,
      mileageKm: 149_000,
      ownerId: null,
    });
    expect(entered.source.isWitnessed).toBe(true);
    // Of photos of its own, which no account's erasure takes.
    expect(entered.car.photos).toHaveLength(1);
    expect(entered.car.photos[0]!.large).not.toMatch(/^own\//);
    expect((await readCatalog()).map(({ id }) => id)).toContain(entered.car.id);
    for (const who of ['asta', 'bent']) {
      expect((await cars.readPrivateCards(who)).map(({ title }) => title)).toEqual([ad.title]);
      expect((await person(who).list({ view: 'discovered' })).body.totalCount).toBe(1);
    }
  });

  it('a sent ad stays its senders’ own if the installation says so', async () => {
    process.env.WITNESSES = '0';
    const ad = await newAd();
    await send('carl', '198.51.100.7:443', ad);
    await send('dina', '203.0.113.9:443', ad);
    expect(await shared(ad)).toBeNull();
  });

  it('a sent ad stays its senders’ own if the marketplace may not be visited', async () => {
    process.env.SOURCES = 'dba';
    const ad = await newAd();
    await send('carl', '198.51.100.7:443', ad);
    await send('dina', '203.0.113.9:443', ad);
    expect(await shared(ad)).toBeNull();
  });

  it('a new price counts when two people sent it, and not when one did', async () => {
    const ad = await newAd();
    await send('elna', '198.51.100.7:443', ad);
    await send('finn', '203.0.113.9:443', ad);
    const cheaper = { ...ad, amount: '79900' };
    await send('elna', '198.51.100.7:443', cheaper);
    expect((await shared(ad))!.car.priceDkk).toBe(84_900);
    await send('finn', '203.0.113.9:443', cheaper);
    expect((await shared(ad))!.car).toMatchObject({
      priceDkk: 79_900,
      priceHistory: [{ priceDkk: 84_900 }, { priceDkk: 79_900 }],
    });
  });

  it('an ad that the product has read ignores later senders', async () => {
    const ad = await newAd();
    await send('gerd', '198.51.100.7:443', ad);
    await send('hans', '203.0.113.9:443', ad);
    const itemUrl = `${world.photos.origin}/marketplace/item/${ad.id}/`;
    const read = {
      title: '2011 Volkswagen Golf',
      description: 'Nysynet',
      year: 2011,
      price: { amount: 61_000, currency: 'DKK' },
    };
    const listing = { ...completeListing({ id: ad.id, itemUrl })!, ...read };
    const href = world.marketplace.search('own-reading', [[listing]]);
    expect((await person('iris').start(href)).status).toBe(202);
    await world.run();
    const own = (await shared(ad))!;
    expect(own.source.isWitnessed).toBeUndefined();
    expect(own.car).toMatchObject({ year: 2011, mileageKm: null, priceHistory: [{ priceDkk: 61_000 }] });
    for (const [who, address] of [
      ['gerd', '198.51.100.7'],
      ['hans', '203.0.113.9'],
    ] as const)
      await send(who, address, { ...ad, amount: '9900' });
    expect((await shared(ad))!.car.priceDkk).toBe(61_000);
  });

  it('an erased account no longer counts as a sender, and nothing of it is left', async () => {
    const { deleteAccountItems, markErased, readStoredPage } = await import('#functions/accounts/store.ts');
    const { listOtherWitnesses } = await import('#functions/imports/draft-store.ts');
    const ad = await newAd();
    await send('jens', '198.51.100.7:443', ad);
    const { items } = await readStoredPage('jens', null);
    expect(JSON.stringify(items)).not.toContain('198.51.100');
    const who = { source: 'facebook', id: ad.id } as never;
    expect(await listOtherWitnesses(who, 'kaja')).toHaveLength(1);
    await markErased({ userId: 'jens', customerId: null, erasedAt: new Date().toISOString() });
    await deleteAccountItems('jens');
    expect(await listOtherWitnesses(who, 'kaja')).toHaveLength(0);
    await send('kaja', '203.0.113.9:443', ad);
    expect(await shared(ad)).toBeNull();
  });
});

describe('who forges', () => {
  const forged = { amount: '9900' };
  const farm = Array.from({ length: 20 }, (_, n) => n);

  it('twenty new accounts at twenty addresses cannot forge a price', async () => {
    const ad = { ...(await newAd()), ...forged };
    const before = await listed();
    for (const n of farm) await send(`since-2026-11-20-new-${n}`, `10.${n}.0.1:443`, ad);
    expect(await shared(ad)).toBeNull();
    expect(await listed()).toBe(before);
  });

  it('twenty old accounts in one network cannot forge a price', async () => {
    const ad = { ...(await newAd()), ...forged };
    const before = await listed();
    for (const n of farm) await send(`farm-${n}`, n % 2 ? `198.51.100.${n}:443` : `198.51.100.9`, ad);
    for (const n of farm) await send(`farm-${n}`, `198.51.100.${200 + n}`, ad);
    expect(await listed()).toBe(before);
  });

  it('old accounts cannot forge the price of a car that the product read', async () => {
    const ad = await newAd();
    const itemUrl = `${world.photos.origin}/marketplace/item/${ad.id}/`;
    const listing = {
      ...completeListing({ id: ad.id, itemUrl })!,
      title: ad.title,
      price: { amount: 84_900, currency: 'DKK' },
    };
    await person('lone').start(world.marketplace.search('read-before', [[listing]]));
    await world.run();
    const before = await listed();
    for (const n of farm) await send(`old-${n}`, `10.${n}.0.1:443`, { ...ad, ...forged });
    expect(await listed()).toBe(before);
  });

  it.each([
    ['the second address of one person', 'mads', (ad: Ad) => ad],
    ['another price', 'nina', (ad: Ad) => ({ ...ad, amount: '84800' })],
    ['another title', 'olga', (ad: Ad) => ({ ...ad, title: '2019 Volkswagen Golf 1,6 TDI' })],
  ])('%s is not a second sender', async (_, who, change) => {
    const ad = await newAd();
    await send('mads', '198.51.100.7:443', ad);
    await send(who, '203.0.113.9:443', change(ad));
    expect(await shared(ad)).toBeNull();
  });

  it('another photo is not a second sender', async () => {
    const ad = await newAd('ZX48217');
    await send('paul', '198.51.100.7:443', ad);
    await send('rita', '203.0.113.9:443', { ...ad, photo: await world.photos.photoOf('AB12345') });
    expect(await shared(ad)).toBeNull();
  });

  it('a forged plate of a car in the catalog does not change that car', async () => {
    const [ad, other] = [await newAd('AB12345'), await newAd('AB12345')];
    for (const each of [ad, { ...other, ...forged }])
      for (const [who, address] of [
        ['sara', '198.51.100.7'],
        ['tage', '203.0.113.9'],
      ] as const)
        await send(who, address, each);
    expect((await shared(ad))!.car).toMatchObject({ priceDkk: 84_900, alsoAt: [] });
    expect((await shared(other))!.car).toMatchObject({ priceDkk: 9_900, alsoAt: [] });
  });
});
