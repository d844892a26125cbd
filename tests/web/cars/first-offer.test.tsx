import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CutRow } from '#core/cars/price-cuts.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { listingFlags } from '#core/marketplaces/ad/listing.ts';
import { sampleComparable } from '#tests/support/make-car.ts';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import FirstOffer, { offerFor, reasonsFor } from '../../../web/src/cars/first-offer.tsx';
import { firstOffer as da } from '../../../web/src/i18n/da/car-page.ts';
import { firstOffer as en } from '../../../web/src/i18n/en/car-page.ts';

type Comparable = NonNullable<WireCarDetail['why']>['comparables'][number];
const comparable = (adjusted: number, changes: Partial<Comparable> = {}): Comparable => ({
  ...sampleComparable,
  ...{ id: `c${adjusted}`, price: adjusted, adjusted_price: adjusted, gone_after_days: null },
  ...changes,
});
const whyOf = (comparables: Comparable[]): WireCarDetail['why'] => ({
  ...{ source: 'model', model_version: null, comparables, terms: [] },
});
const six = [84_000, 88_000, 90_200, 92_300, 96_000, 98_000].map((each) => comparable(each));
const makeDetail = (changes: Partial<WireCarDetail> = {}) =>
  sampleDetail({
    ...{
      price: 100_000,
      deal: 'fair',
      valuation_low: 80_000,
      valuation_avg: 95_000,
      valuation_high: 112_000,
    },
    ...{ why: whyOf(six), facts: [], cautions: [], story: { asked: [], events: [] }, days_listed: 3 },
    ...{ price_drop: null, naeste_syn: null, register_state: 'found', availability: 'live' },
    ...changes,
  });
const noDays = {
  model_days: [],
  price_cuts: [],
  pool: 100,
  least_pool: 60,
  is_lent: false,
  fitted_on: null,
  all: null,
  rows: [],
};

type ModelDays = { make: string; model: string; days: number; cars: number };

async function open(
  changes: Partial<WireCarDetail>,
  language: 'en' | 'da' = 'en',
  figures: { model_days?: ModelDays[]; price_cuts?: CutRow[] } = {},
) {
  stubService({ 'GET /api/rating-figures': { body: { ...noDays, ...figures } } });
  const { unmount } = renderApp(<FirstOffer car={makeDetail(changes)} className="" />, { language });
  const heading = await screen.findByRole('heading', { name: language === 'en' ? en.title : da.title });
  const text = heading.parentElement!.textContent;
  unmount();
  return text;
}

describe('the first offer on a car’s page', () => {
  it('says first that the seller calls the price fixed', async () => {
    const description = 'Velholdt. Fast pris.';
    const reasons = (language: 'en' | 'da') => open({ description }, language);
    expect(await reasons('en')).toMatch(/kr\.The seller writes that the price is fixed\.\S/);
    expect(await reasons('da')).toMatch(/kr\.Sælgeren skriver, at prisen er fast\.\S/);
    expect(await open({ description: 'Velholdt.' })).not.toContain(en.fixed);
  });

  it('gives a figure with its reasons', async () => {
    const cautions: WireCarDetail['cautions'] = ['no_inspection'];
    const why = whyOf([...six.slice(1), comparable(84_000, { gone_after_days: 9 })]);
    const price_drop = { at: '2026-11-20', amount: 3_000 };
    const text = await open({ cautions, why, price_drop, days_listed: 90 });
    expect(text).toContain('88.000 kr.');
    expect(text).toContain(
      'With the differences counted in, 1 of 6 similar cars is on sale for less, or was when we last saw it.',
    );
    expect(text).toContain('1 of them is no longer for sale: there the last price in the ad counts.');
    expect(text).toContain('Offered for 90 days.');
    expect(text).toContain('The price has been cut by 3.000 kr.');
    expect(text).toContain('What an inspection costs, and what it may find.');
  });

  it('says longer than usual only where the usual time is known, and at least where the ad is older', async () => {
    const usual = { make: 'Škoda', model: 'Octavia', days: 20, cars: 30 };
    const old = { brand: usual.make, model: usual.model, days_listed: 90, is_age_known: false };
    const text = await open(old, 'en', { model_days: [usual] });
    expect(text).toContain('Offered for at least 90 days, longer than usual.');
  });

  const watched = { ads: 812, days: 7_000, endDays: 7_000 };

  it.each([
    [
      'en',
      'about 3 in 10 came down in price within 14 days, and about 4 in 10 were gone without coming down first: counted on at least 812 ads.',
    ],
    [
      'da',
      'blev ca. 3 ud af 10 sat ned i pris inden for 14 dage, og ca. 4 ud af 10 var væk uden først at være sat ned: optalt på mindst 812 annoncer.',
    ],
  ] as const)(
    'tells how often ads like it ended, where nine in ten ends are known (%s)',
    async (language, words) => {
      const rows = [0, 7, 14].map((age): CutRow => {
        return { ...watched, age, share: 1, seller: 'dealer', cuts: 210, ends: 330, lost: 36 };
      });
      const car = { days_listed: 3, is_age_known: true, seller_type: 'dealer' } as const;
      expect(await open(car, language, { price_cuts: rows })).toContain(words);
      const lost = rows.map((row) => ({ ...row, lost: 37 }));
      expect(await open(car, language, { price_cuts: lost })).not.toContain(words.slice(-60));
    },
  );

  it.each([
    [
      'en',
      350,
      'about 5 in 10 came down in price within 14 days, if they stayed that long: counted on at least 812 ads.',
    ],
    ['en', 10, 'fewer than 1 in 20 came down in price'],
    [
      'da',
      350,
      'blev ca. 5 ud af 10 sat ned i pris inden for 14 dage, hvis de stod der så længe: optalt på mindst 812 annoncer.',
    ],
    ['da', 10, 'blev færre end 1 ud af 20 sat ned i pris'],
  ] as const)(
    'tells how often ads like it came down in price (%s, %d cuts)',
    async (language, cuts, words) => {
      const rows = [0, 7, 14].map((age): CutRow => {
        return { ...watched, age, share: 1, seller: 'dealer', cuts, ends: 10, lost: 5 };
      });
      const car = { days_listed: 3, is_age_known: true, seller_type: 'dealer' } as const;
      expect(await open(car, language, { price_cuts: rows })).toContain(words);
      for (const other of [
        { ...car, is_age_known: false },
        { ...car, seller_type: 'private' as const },
      ])
        expect(await open(other, language, { price_cuts: rows })).not.toContain(words);
    },
  );

  it('does not call a price low that some similar cars ask less than', async () => {
    const text = await open({ price: 90_000 });
    expect(text).toContain('It is what the seller asks, and that is below its market value.');
    expect(text).toContain(
      'With the differences counted in, 2 of 6 similar cars are on sale for less, or were when we last saw them.',
    );
    expect(text).not.toContain('nothing in the similar cars');
    expect(await open({ price: 79_900 })).toContain(
      'nothing in the similar cars we have seen speaks for a lower price',
    );
  });

  it('does not say that nothing speaks for less where a similar car asks less than a price below the range', async () => {
    const why = whyOf([comparable(70_000), ...six]);
    const text = await open({ price: 79_900, why });
    expect(text).toContain(
      'With the differences counted in, 1 of 7 similar cars is on sale for less, or was when we last saw it.',
    );
    expect(text).not.toContain('nothing in the similar cars');
  });

  it.each([
    ['en', 'It is the market value, rounded down; the middle of the similar cars lies above it.'],
    ['da', 'Det er markedsværdien, rundet ned; midten af de lignende biler ligger over den.'],
  ] as const)('is not above the market value on the page (%s)', async (language, words) => {
    const dear = [98_000, 99_000, 100_000, 101_000, 102_000].map((each) => comparable(each));
    const text = await open({ price: 110_000, why: whyOf(dear) }, language);
    expect(text).toContain(`95.000 kr.${words}`);
  });

  it.each([
    [95_000, 95_000],
    [94_990, 95_020],
  ])(
    'says that a price of %d is no more than a market value of %d, between which the page shows no gap',
    async (price, value) => {
      const text = await open({ price, valuation_avg: value, why: whyOf([]) });
      expect(text).toContain('It is what the seller asks, and that is no more than its market value.');
    },
  );

  it('claims nothing of similar cars where none was seen', async () => {
    const asked = await open({ price: 79_900, why: whyOf([]) });
    expect(asked).toContain('It is what the seller asks, and that is below its market value.');
    expect(asked).not.toContain('similar cars');
    const value = await open({ why: whyOf([]), valuation_avg: 95_300 });
    expect(value).toContain('95.000 kr.It is the market value, rounded down: too few similar cars');
  });

  it('counts a similar car as the page shows it, in hundreds', async () => {
    const why = whyOf([comparable(87_980), ...six.slice(1)]);
    expect(await open({ price: 88_000, why })).not.toContain('1 of 6');
  });

  it.each(['en', 'da'] as const)('ends each sentence with one full stop (%s)', async (language) => {
    const text = await open({ price_drop: { at: '2026-11-20', amount: 3_000 } }, language);
    expect(text).toContain('3.000 kr.');
    expect(text).not.toContain('..');
  });

  it('is there in Danish', async () => {
    expect(await open({}, 'da')).toContain('3 af 6 lignende biler');
  });

  it('waits for a serious finding to be cleared up', async () => {
    const facts = [{ kind: 'debt', ad: null, register: null, date: null }];
    const text = await open({ facts });
    expect(text).toContain('Until then we suggest no offer');
    expect(text).not.toContain('kr.');
  });
});

it.each<[string, Partial<WireCarDetail>]>([
  ['that has no estimate', { deal: 'no_estimate', deal_reason: 'uncertain' }],
  ['whose estimate the reader may not see', { why: null, valuation_low: null, valuation_avg: null }],
  ['that is no longer offered', { availability: 'sold' }],
  ['without a price', { price: 0 }],
])('there is no offer for a car %s', (_, changes) => {
  expect(offerFor(makeDetail(changes), { usualDays: null, today: '2026-11-28' })).toBeNull();
});

it('accuses nobody and never says sold, whatever was found', () => {
  const any = fc.record({
    price: fc.integer({ min: 8_000, max: 400_000 }),
    cautions: fc.subarray([...listingFlags]),
    days_listed: fc.nat(300),
    price_drop: fc.option(
      fc.record({ at: fc.constant('2026-11-01'), amount: fc.integer({ min: 1, max: 40_000 }) }),
    ),
    why: fc
      .array(fc.tuple(fc.integer({ min: 20_000, max: 300_000 }), fc.option(fc.nat(90))), { maxLength: 12 })
      .map((all) =>
        whyOf(all.map(([dkk, days], n) => comparable(dkk, { id: `c${n}`, gone_after_days: days }))),
      ),
  });
  fc.assert(
    fc.property(any, fc.constantFrom(en, da), fc.option(fc.nat(60)), (changes, t, usualDays) => {
      const offer = offerFor(makeDetail(changes), { usualDays, today: '2026-11-28' });
      if (!offer || offer === 'heavy') return;
      const words = [
        ...reasonsFor(offer, { lowDkk: 80_000, avgDkk: 95_000 }, t),
        ...offer.toPay.map((kind) => t.toPay[kind]),
        t.lead,
      ];
      expect(words.join(' ')).not.toMatch(/sold|solgt|lie\b|lyv|fraud|svindel|cheat|snyd|stolen|stjål/i);
    }),
    { numRuns: 500 },
  );
});
