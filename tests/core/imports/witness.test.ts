import { describe, expect, it } from 'vitest';
import { completeListing } from '#core/cars/stored-car.ts';
import { agreedAd, isUnlike, isWorthEntering, type Witness } from '#core/imports/witness.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';

const ad = (fields: Partial<Listing> = {}): Listing => ({
  ...completeListing({ id: '7', itemUrl: 'https://www.facebook.com/marketplace/item/7/' })!,
  title: '2014 Volkswagen Golf',
  price: { amount: 84_900, currency: 'DKK' },
  year: 2014,
  mileage: { km: 149_000, precision: 'rounded' },
  photoUrls: ['https://x/1.jpg'],
  ...fields,
});

let people = 0;
const witness = (fields: Partial<Witness> = {}): Witness => ({
  userId: `person-${++people}`,
  network: `key.network-${people}`,
  accountSince: '2026-11-01T00:00:00.000Z',
  sentAt: '2026-11-20T00:00:00.000Z',
  photos: ['a.webp'],
  listing: ad(),
  ...fields,
});

const rule = { accounts: 2, accountDays: 7 };
const now = new Date('2026-11-21T00:00:00.000Z');
const agreed = (one: Witness, ...others: Witness[]) => agreedAd(one, others, rule, now);

describe('agreedAd', () => {
  it('two people in two networks with accounts older than a week confirm an ad', () => {
    expect(agreed(witness(), witness())?.listing).toEqual(ad());
    const since = (accountSince: string) => witness({ accountSince });
    expect(agreed(since('2026-11-13T00:00:00.000Z'), witness())).not.toBeNull();
    expect(agreed(since('2026-11-13T00:00:01.000Z'), witness())).toBeNull();
    expect(agreed(witness(), since('2026-11-13T00:00:01.000Z'))).toBeNull();
    const one = witness();
    expect(agreed(one, witness({ userId: one.userId }))).toBeNull();
    expect(agreed(one, witness({ network: one.network }))).toBeNull();
    expect(agreed(one)).toBeNull();
  });

  it('network hashes made with two keys do not count as different networks', () => {
    expect(isUnlike('k1.a', 'k1.b')).toBe(true);
    expect(isUnlike('k1.a', 'k2.b')).toBe(false);
    expect(agreed(witness({ network: 'old.a' }), witness({ network: 'new.b' }))).toBeNull();
  });

  it('witnesses agree whatever the order of the stored fields', () => {
    const turned = { currency: 'DKK', amount: 84_900 };
    expect(agreed(witness(), witness({ listing: ad({ price: turned }) }))).not.toBeNull();
  });

  it('witnesses may know different fields, and only those both know are taken', () => {
    const mute = witness({ listing: ad({ year: null, mileage: null }) });
    expect(agreed(witness(), mute)?.listing).toEqual(ad({ year: null, mileage: null }));
  });

  it('witnesses must send the same price and a photo of the same content', () => {
    const price = { amount: 44_900, currency: 'DKK' };
    expect(agreed(witness(), witness({ listing: ad({ price }) }))).toBeNull();
    expect(
      agreed(witness({ listing: ad({ price: null }) }), witness({ listing: ad({ price: null }) })),
    ).toBeNull();
    expect(agreed(witness(), witness({ photos: ['b.webp'] }))).toBeNull();
    expect(agreed(witness({ photos: [] }), witness({ photos: [] }))).toBeNull();
    expect(
      agreed(witness({ photos: ['a.webp', 'c.webp'] }), witness({ photos: ['b.webp', 'a.webp'] }))?.photos,
    ).toEqual(['a.webp']);
  });

  it.each([
    [{ year: 2019 }],
    [{ mileage: { km: 19_000, precision: 'rounded' } }],
    [{ title: '2014 Volkswagen Golf GTI' }],
    [{ availability: 'sold' }],
  ] satisfies [Partial<Listing>][])('witnesses who differ in %o do not confirm the ad', (fields) => {
    expect(agreed(witness(), witness({ listing: ad(fields) }))).toBeNull();
  });

  it('only what both witnesses sent is taken, but every flag against the car', () => {
    const description = 'Ring til mig på 12 34 56 78';
    const both = agreed(
      witness({
        listing: ad({ description, plate: 'AB12345', flags: ['defect'], specifications: ['a', 'b'] }),
      }),
      witness({ listing: ad({ flags: ['imported'], specifications: ['b'] }) }),
    );
    expect(both?.listing).toMatchObject({ description: null, plate: null, specifications: ['b'] });
    expect(both?.listing.flags).toEqual(['defect', 'imported']);
  });

  it('witnesses with an exact and a rounded mileage confirm the rounded one', () => {
    const exact = (km: number) => witness({ listing: ad({ mileage: { km, precision: 'exact' } }) });
    expect(agreed(exact(149_312), witness())?.listing.mileage).toEqual({ km: 149_000, precision: 'rounded' });
    expect(agreed(exact(151_000), witness())).toBeNull();
    expect(agreed(exact(149_312), exact(149_313))).toBeNull();
    expect(agreed(witness({ listing: ad({ mileage: null }) }), witness())?.listing.mileage).toBeNull();
  });

  it('a witness counts for a month', () => {
    const sentAt = (at: string) => witness({ sentAt: at, accountSince: '2026-01-01T00:00:00.000Z' });
    expect(agreed(witness(), sentAt('2026-10-23T00:00:00.000Z'))).not.toBeNull();
    expect(agreed(witness(), sentAt('2026-10-21T00:00:00.000Z'))).toBeNull();
  });

  it('as many witnesses are needed as the installation says, each different from all others', () => {
    const three = { accounts: 3, accountDays: 7 };
    const [one, two] = [witness(), witness()];
    expect(agreedAd(one, [two, witness({ network: two.network })], three, now)).toBeNull();
    expect(agreedAd(one, [two, witness()], three, now)).not.toBeNull();
    expect(agreedAd(one, [witness({ photos: ['z'] }), two, witness()], three, now)).not.toBeNull();
    for (const accounts of [0, 1]) expect(agreedAd(one, [two], { accounts, accountDays: 7 }, now)).toBeNull();
  });
});

describe('isWorthEntering', () => {
  const entry = { listing: ad(), photos: ['a.webp'] };
  const known = (fields: object) => ({
    ...{ listing: ad(), isWitnessed: true, scrapedAt: '2026-11-20T12:00:00.000Z' },
    ...fields,
  });
  it('a confirmed ad enters once a day at most unless it changed, and never over what the product read', () => {
    expect(isWorthEntering(null, entry, now)).toBe(true);
    expect(isWorthEntering(known({}), entry, now)).toBe(false);
    expect(isWorthEntering(known({ scrapedAt: '2026-11-20T00:00:00.000Z' }), entry, now)).toBe(true);
    expect(
      isWorthEntering(known({ listing: ad({ price: { amount: 1, currency: 'DKK' } }) }), entry, now),
    ).toBe(true);
    const ours = { isWitnessed: false, listing: ad({ price: { amount: 1, currency: 'DKK' } }) };
    expect(isWorthEntering(known(ours), entry, now)).toBe(false);
  });
});
