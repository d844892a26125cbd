import { expect, it } from 'vitest';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { remarksOn } from '../../../web/src/cars/evidence-remarks.ts';
import * as daCar from '../../../web/src/i18n/da/car-page.ts';
import { da as danish } from '../../../web/src/i18n/da.ts';
import * as enCar from '../../../web/src/i18n/en/car-page.ts';
import { en as english } from '../../../web/src/i18n/en.ts';

const en = { ...english, ...enCar };
const da = { ...danish, ...daCar };

type Why = NonNullable<WireCarDetail['why']>;
type Comparable = Why['comparables'][number];

/** Similar cars whose prices were adjusted by these factors to 150.000 kr. */
const adjustedBy = (factors: number[], fields: Partial<Comparable> = {}): Comparable[] =>
  factors.map((factor, place) => ({
    ...{ id: String(place), title: 'Octavia', price: 150_000 / factor, adjusted_price: 150_000 },
    ...{ year: 2019, mileage: 90_000, model: 'Octavia', fuel: 'petrol' as const },
    ...{ gone_after_days: null, is_age_known: true, last_seen: null },
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
