import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { type RatingReason, ratingReasons } from '#core/valuation/valuation.ts';
import { sampleComparable } from '#tests/support/make-car.ts';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { remarksOn } from '../../../web/src/cars/evidence-remarks.ts';
import { ComparablesTable, ValueTerms } from '../../../web/src/cars/why-evidence.tsx';
import { whySentence } from '../../../web/src/cars/why-rating.tsx';
import * as daCar from '../../../web/src/i18n/da/car-page.ts';
import { da as danish } from '../../../web/src/i18n/da.ts';
import * as enCar from '../../../web/src/i18n/en/car-page.ts';
import { en as english } from '../../../web/src/i18n/en.ts';

/** The car on the page. */
const golf = { model: 'Golf', fuel: 'diesel' } as const;
const facts = { ...sampleComparable, ...golf };
const comparables = [
  { ...facts, id: 'a', title: 'Golf one', gone_after_days: null },
  { ...facts, id: 'b', title: 'Golf two', gone_after_days: 9 },
  { ...facts, id: 'c', title: 'Golf three', gone_after_days: 0 },
  { ...facts, id: 'd', title: 'Golf four', gone_after_days: null, last_seen: '2026-08-09T10:00:00.000Z' },
  { ...facts, id: 'e', title: 'Golf five', is_age_known: false, gone_after_days: 9 },
];

it.each([
  [
    'en',
    [
      'Golf one',
      'Golf twogone after 9 days',
      'Golf threegone on the day it was listed',
      'Golf fourlast seen on August 9, 2026',
      'Golf fivegone after at least 9 days',
    ],
  ],
  [
    'da',
    [
      'Golf one',
      'Golf twovæk efter 9 dage',
      'Golf threevæk samme dag, som den kom',
      'Golf foursidst set 9. august 2026',
      'Golf fivevæk efter mindst 9 dage',
    ],
  ],
] as const)(
  'the table shows after how many days a similar car was gone, or when it was last seen (%s)',
  async (language, names) => {
    renderApp(<ComparablesTable comparables={comparables} car={golf} />, { language });
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]!.textContent)).toEqual(names);
  },
);

it.each([
  ['diesel', 'Golf one'],
  ['electric', 'Golf oneDiesel'],
  ['hybrid', 'Golf oneDiesel'],
  [null, 'Golf one'],
] as const)('beside a car on %s, the table shows a similar diesel as "%s"', async (fuel, name) => {
  renderApp(<ComparablesTable comparables={comparables.slice(0, 1)} car={{ ...golf, fuel }} />);
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(within(row).getAllByRole('cell')[0]!.textContent).toBe(name);
});

it.each([
  ['en', 'Polo', 'Golf oneanother model: Golf'],
  ['da', 'Polo', 'Golf oneen anden model: Golf'],
  ['en', 'GOLF', 'Golf one'],
  ['en', null, 'Golf one'],
] as const)('in %s, beside a %s, the table shows a similar Golf as "%s"', async (language, model, name) => {
  renderApp(<ComparablesTable comparables={comparables.slice(0, 1)} car={{ ...golf, model }} />, {
    language,
  });
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(within(row).getAllByRole('cell')[0]!.textContent).toBe(name);
});

it('the table shows the mileage of a similar car as its seller masked it', async () => {
  const masked = { ...comparables[0]!, mileage: '119xxx' };
  renderApp(<ComparablesTable comparables={[masked]} car={golf} />);
  expect(await screen.findByText('119.xxx km')).toBeTruthy();
});

it.each([
  [84_950, 86_437, '86.400 kr.+2 %'],
  [84_950, 84_950, '84.950 kr.as asked'],
  [194_900, 195_900, '195.900 kr.+0,5 %'],
  [194_900, 193_200, '193.200 kr.−0,9 %'],
  [80_000, 100_000, '100.000 kr.+25 %'],
  [22_400, 28_046, '28.000 kr.+25,2 %, counts half'],
  [37_000, 29_560, '29.600 kr.−20,1 %, counts half'],
  [37_000, 29_596, '29.600 kr.−20,1 %, counts half'],
  [66_900, 53_600, '53.600 kr.−19,9 %'],
  [49_000, 61_200, '61.200 kr.+24,9 %'],
  [48_900, 23_100, '23.100 kr.−53 %, counts half'],
  [24_000, 35_700, '35.700 kr.+49 %, counts half'],
])(
  'the table shows the correction of a car from %i to %i kr. and whether it counts half',
  async (price, adjustedDkk, told) => {
    renderApp(
      <ComparablesTable
        comparables={[{ ...comparables[0]!, price, adjusted_price: adjustedDkk }]}
        car={golf}
      />,
    );
    const row = (await screen.findAllByRole('row'))[1]!;
    expect(within(row).getAllByRole('cell').at(-1)!.textContent).toBe(told);
  },
);

const amountsOf = (rows: readonly Element[]) =>
  rows.map(({ textContent }) => Number((textContent ?? '').replace(/[^\d−]/g, '').replace('−', '-')));

it('the parts of a market value are rounded to hundreds and add up to the value shown elsewhere', async () => {
  const terms = [
    { name: 'similar', dkk: 131_249 },
    { name: 'other', dkk: 3_849 },
  ];
  renderApp(<ValueTerms terms={terms} valueDkk={135_098} />);
  await screen.findByText('131.200 kr.');
  const amounts = amountsOf([...document.querySelectorAll('dd:not([aria-hidden])')]);
  expect(amounts).toEqual([131_200, 3_900, 135_100]);
  expect(amounts.slice(0, -1).reduce((sum, dkk) => sum + dkk)).toBe(amounts.at(-1));
});

const en = { ...english, ...enCar };
const da = { ...danish, ...daCar };

const comparable = (price: number) => ({
  ...sampleComparable,
  ...{ id: String(price), price, adjusted_price: price + 8_000 },
});
const why = (prices: number[]) => ({
  source: 'model' as const,
  model_version: 'm',
  comparables: prices.map(comparable),
  terms: [],
});

describe('why a car is rated as it is', () => {
  it('the rating sentence counts the similar cars that cost more once adjusted, and names the gap', () => {
    const car = sampleDetail({ why: why([100_000, 115_000, 140_000, 150_000]) });
    expect(whySentence(car, en)).toEqual({
      text: 'With the differences counted in, 3 of 4 similar cars cost more.',
      verdict: 'This Škoda Octavia costs 30.900\u00a0kr. less than its market value.',
    });
    expect(whySentence(car, da)).toEqual({
      text: 'Når forskellene er regnet med, er 3 af 4 lignende biler dyrere.',
      verdict: 'Denne Škoda Octavia koster 30.900\u00a0kr. mindre end markedsværdien.',
    });
  });

  it('the rating sentence counts cheaper similar cars if the car is above its value', () => {
    const car = sampleDetail({ deal: 'poor', price: 190_000, why: why([140_000, 150_000, 200_000]) });
    expect(whySentence(car, en).text).toContain('2 of 3 similar cars cost less.');
    expect(whySentence(car, da).text).toContain('2 af 3 lignende biler billigere.');
  });

  it('the rating sentence says so if the similar cars lie on the other side of the price than the value', () => {
    const cheap = sampleDetail({ deal: 'fair', price: 140_000, why: why([100_000]) });
    expect(whySentence(cheap, en)).toEqual({
      text: 'With the differences counted in, the one similar car costs less.',
      verdict:
        'Yet by all the cars we have seen, this Škoda Octavia costs 8.900\u00a0kr. less than its market value.',
    });
    const dear = sampleDetail({ deal: 'fair', price: 150_000, why: why([160_000, 170_000]) });
    expect(whySentence(dear, da)).toEqual({
      text: 'Når forskellene er regnet med, er begge lignende biler dyrere.',
      verdict:
        'Men efter alle de biler, vi har set, koster denne Škoda Octavia 1.100\u00a0kr. mere end markedsværdien.',
    });
  });

  it('the rating sentence treats prices that look equal as equal', () => {
    const car = sampleDetail({ deal: 'poor', price: 158_000, why: why([140_000, 145_000, 150_040]) });
    expect(whySentence(car, en).text).toBe(
      'With the differences counted in, 2 of 3 similar cars cost less, one the same.',
    );
    expect(whySentence({ ...car, price: 170_000 }, en).text).toBe(
      'With the differences counted in, all 3 similar cars cost less.',
    );
  });

  it('the rating sentence says why a low price is only fair', () => {
    const car = sampleDetail({ deal: 'fair', deal_reason: 'thin_evidence', why: why([140_000]) });
    expect(whySentence(car, en).text).toBe(en.why.reason.thin_evidence);
    expect(whySentence(car, da).text).toBe(da.why.reason.thin_evidence);
    const risky = sampleDetail({ deal: 'fair', deal_reason: 'risky', why: why([140_000]) });
    expect(whySentence(risky, en).text).toBe(en.why.reason.risky);
  });

  it('a poor rating on rough evidence says so to readers who do not see the evidence', () => {
    const poor = sampleDetail({ deal: 'poor', why: null, rated_despite: 'most_corrected' });
    expect(whySentence(poor, en).text).toBe(`${en.why.poor} ${en.why.despite.most_corrected}`);
    expect(whySentence({ ...poor, rated_despite: 'value_of_register' }, da).text).toBe(
      `${da.why.poor} ${da.why.despite.value_of_register}`,
    );
    expect(whySentence({ ...poor, rated_despite: null }, da).text).toBe(da.why.poor);
  });

  it('the rating sentence names the register as the source while there are few cars', () => {
    const car = sampleDetail({ why: { ...why([]), source: 'register' } });
    expect(whySentence(car, en).text).toBe(en.why.despite.value_of_register);
    const cheap = { ...car, deal: 'fair', deal_reason: 'thin_evidence' } as const;
    expect(whySentence(cheap, da).text).toBe(
      `${da.why.reason.thin_evidence} ${da.why.despite.value_of_register}`,
    );
  });

  it('the rating sentence gives no numbers to readers who may not see them', () => {
    const car = sampleDetail({
      deal: 'fair',
      valuation_low: null,
      valuation_avg: null,
      valuation_high: null,
    });
    expect(whySentence(car, en)).toEqual({ text: en.why.fair, verdict: null });
  });

  it.each(ratingReasons.filter((reason) => reason !== 'rated'))(
    'the rating reason %s is explained in both languages',
    (reason: RatingReason) => {
      const car = sampleDetail({ deal: 'no_estimate', deal_reason: reason });
      expect(whySentence(car, en).text).toBe(en.why.reason[reason]);
      expect(whySentence(car, da).text).toBe(da.why.reason[reason]);
      expect(whySentence(car, da).text.length).toBeGreaterThan(20);
    },
  );
});

type Why = NonNullable<WireCarDetail['why']>;
type Comparable = Why['comparables'][number];

/** Similar cars whose prices were adjusted by these factors to 150.000 kr. */
const adjustedBy = (factors: number[], fields: Partial<Comparable> = {}): Comparable[] =>
  factors.map((factor, place) => ({
    ...sampleComparable,
    ...{ id: String(place), price: 150_000 / factor, adjusted_price: 150_000 },
    ...fields,
  }));

/** A car of 150.000 kr. at its market value. */
function carOf(fields: Partial<WireCarDetail>, comparables: Comparable[] = [], middleDkk = 150_000) {
  const otherDkk = 150_000 - middleDkk;
  const terms: Why['terms'] =
    comparables.length === 0
      ? []
      : [
          { name: 'similar', dkk: middleDkk },
          { name: 'other', dkk: otherDkk },
        ];
  return sampleDetail({
    ...{ deal: 'fair', deal_reason: 'rated', price: 150_000, fuel: 'petrol', cautions: [], facts: [] },
    ...{ valuation_low: 120_000, valuation_avg: 150_000, valuation_high: 200_000 },
    why: { source: 'model', model_version: 'm', comparables, terms },
    ...fields,
  });
}

it('a price far from its market value that is fair all the same names the border that it would have to pass', () => {
  expect(remarksOn(carOf({ price: 125_000 }), en)).toEqual([
    'Fair all the same: such cars differ so much in price that only one below 120.000 kr. can be amazing.',
  ]);
  expect(remarksOn(carOf({ price: 168_000 }), en)).toEqual([
    'Fair all the same: such cars differ so much in price that only one above 200.000 kr. would be rated poor.',
  ]);
  expect(remarksOn(carOf({ price: 168_000 }), da)).toEqual([
    'Alligevel fair: Priserne på den slags biler er så forskellige, at først en pris over 200.000 kr. vurderes som dyr.',
  ]);
});

it.each<[string, Partial<WireCarDetail>]>([
  ['near to its market value', { price: 140_000 }],
  ['whose label has a reason of its own', { price: 125_000, deal_reason: 'mixed_evidence' }],
  ['that is imported, which moves the border', { price: 125_000, cautions: ['imported'] }],
  [
    'valued by the register',
    { price: 125_000, why: { source: 'register', model_version: null, comparables: [], terms: [] } },
  ],
  [
    'whose market value is hidden',
    { valuation_low: null, valuation_avg: null, valuation_high: null, why: null },
  ],
])('no border is named for a car %s', (_, fields) => {
  expect(remarksOn(carOf(fields), en)).toEqual([]);
});

it('a comparison with mostly distant cars is called rough, whatever the rating is', () => {
  const distant = adjustedBy([1.5, 0.7, 2.1, 1]);
  const words =
    'The comparison is rough: 3 of 4 prices had to be raised by more than a quarter or lowered by more than a fifth.';
  expect(remarksOn(carOf({}, distant), en)).toEqual([words]);
  expect(remarksOn(carOf({ deal: 'amazing', price: 90_000 }, distant), en)).toEqual([words]);
  expect(remarksOn(carOf({}, adjustedBy([1.5, 0.7, 2.1])), en)).toEqual([words.replace('3 of 4', 'all 3')]);
  expect(remarksOn(carOf({}, adjustedBy([1.5, 0.7, 1, 1])), en)).toEqual([]);
  expect(remarksOn(carOf({ deal: 'no_estimate', deal_reason: 'uncertain' }, distant), en)).toEqual([]);
});

it('a comparison with mostly cars of another fuel says so', () => {
  const electric = { fuel: 'electric' as const };
  const diesel = adjustedBy([1, 1, 1], { fuel: 'diesel' });
  expect(remarksOn(carOf(electric, diesel), en)).toEqual([
    'Here all 3 similar cars have another fuel type than this one.',
  ]);
  expect(remarksOn(carOf(electric, diesel), da)).toEqual([
    'Her har alle 3 lignende biler et andet drivmiddel end denne.',
  ]);
  expect(remarksOn(carOf({ fuel: 'hybrid' }, diesel), en)).toHaveLength(1);
  expect(remarksOn(carOf({ fuel: 'diesel' }, diesel), en)).toEqual([]);
  expect(remarksOn(carOf({ fuel: null }, diesel), en)).toEqual([]);
  // The ad names the fuel of the similar cars: whose fuel it is that they have another one than is said.
  const facts = [{ kind: 'fuel_differs', ad: 'diesel', register: 'electric', date: null }];
  expect(remarksOn(carOf({ ...electric, facts }, diesel), en)).toEqual([
    'Here all 3 similar cars have another fuel type than the register names for this car.',
  ]);
  expect(remarksOn(carOf({ ...electric, facts }, diesel), da)).toEqual([
    'Her har alle 3 lignende biler et andet drivmiddel end det, registret nævner for denne bil.',
  ]);
});

it('a comparison with one or two cars is called rough', () => {
  expect(remarksOn(carOf({}, adjustedBy([1])), en)).toEqual([
    'With only 1 similar car to show, the comparison is rough.',
  ]);
  expect(remarksOn(carOf({}, adjustedBy([1, 1])), da)).toEqual([
    'Med kun 2 lignende biler at vise er sammenligningen usikker.',
  ]);
  expect(remarksOn(carOf({}, adjustedBy([1, 1, 1])), en)).toEqual([]);
});

it('a comparison with other models says how many there are', () => {
  const cars = [...adjustedBy([1, 1, 1]), ...adjustedBy([1, 1], { model: 'Superb' })];
  const octavia = { model: 'Octavia' };
  expect(remarksOn(carOf(octavia, cars), en)).toEqual(['Here 2 of 5 similar cars are another model.']);
  expect(remarksOn(carOf(octavia, cars.slice(0, 4)), en)).toEqual([
    'Here 1 of 4 similar cars is another model.',
  ]);
  expect(remarksOn(carOf(octavia, cars), da)).toEqual(['Her er 2 af 5 lignende biler en anden model.']);
  expect(remarksOn(carOf(octavia, cars.slice(0, 3)), en)).toEqual([]);
});

it('a market value far from the middle of the similar cars says what it rests on', () => {
  const similar = adjustedBy([1, 1, 1]);
  expect(remarksOn(carOf({}, similar, 190_000), en)).toEqual([
    'The market value lies 40.000 kr. below the middle of these cars, because it rests on all the cars we have seen.',
  ]);
  expect(remarksOn(carOf({}, similar, 130_000), da)).toEqual([
    'Markedsværdien ligger 20.000 kr. over midten af disse biler, fordi den bygger på alle de biler, vi har set.',
  ]);
  expect(remarksOn(carOf({}, similar, 140_000), en)).toEqual([]);
});

it('a saving that the similar cars as shown bear out, and that is doubted all the same, names the second reckoning', () => {
  const doubted = { price: 110_000, deal_reason: 'mixed_evidence' } as const;
  const near = adjustedBy([1, 1, 1, 1, 1]);
  expect(remarksOn(carOf(doubted, near), en)).toEqual([en.why.factsDisagree]);
  const cheaper = near.map((each) => ({ ...each, price: 100_000, adjusted_price: 100_000 }));
  expect(remarksOn(carOf(doubted, cheaper), en)).toEqual([]);
  expect(remarksOn(carOf({ ...doubted, deal_reason: 'rated' }, near), en)).not.toContain(
    en.why.factsDisagree,
  );
});
