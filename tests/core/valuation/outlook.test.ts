import { describe, expect, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { readTellingWords } from '#core/valuation/features.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { outlookOf } from '#core/valuation/outlook.ts';
import { rateCar, type ValueInput, valueCar } from '#core/valuation/rate.ts';
import { lackOfWords, learnReferences } from '#core/valuation/references.ts';
import { toSubject } from '#core/valuation/subject.ts';
import { chooseTreeWords, noTreeWords, readAsUsual, readTreeText } from '#core/valuation/tree.ts';
import { type InventedCar, inventMarket, observedYear, ordinaryCar } from './invented-market.ts';

const now = '2024-07-01T12:00:00.000Z';
const isRare = ({ make, model }: { make: string | null; model: string | null }) =>
  make === 'Nordvogn' && model === 'Klit';
const market = inventMarket(600, 1);
const common = market.filter((car) => !isRare(car));
const old = market.filter((car) => isRare(car) && car.year! >= 2011 && car.year! <= 2013);
const fitTo = (cars: readonly InventedCar[]) => fitModel(cars, { seed: 7, version: 'v1' });
const model = fitTo([...common, ...old.slice(0, 2)]);
/** The two that were seen are comparable, and neither is near. */
const rare = { ...ordinaryCar({ observedYear }), id: 'rare', make: 'Nordvogn', model: 'Klit', year: 2018 };
const input = (changes: Partial<ValueInput> = {}): ValueInput => ({
  facts: rare,
  flags: [],
  model,
  registerValuation: null,
  now,
  ...changes,
});
const asked = { priceDkk: 100_000, currency: 'DKK', isContradicted: false, isRiskyByRegister: false };

describe('a car of a model of which too few were seen', () => {
  test('is told of the others of its model, and how many are missing', () => {
    expect(rateCar({ ...input(), ...asked }).reason).toBe('few_comparables');
    const { modelIds, missing, isCounted } = outlookOf('few_comparables', input());
    expect(isCounted).toBe(false);
    expect(modelIds.toSorted()).toEqual(
      old
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(missing).toBe(3);
  });

  test('is not among the cars that it is told of, and counts as one of those that a rating takes', () => {
    const facts = { ...rare, id: old[0]!.id };
    expect(outlookOf('few_comparables', input({ facts }))).toMatchObject({
      modelIds: [old[1]!.id],
      missing: 3,
      isCounted: true,
    });
  });

  test('has a rough range that is wider than the interval of its estimate', () => {
    const { lowDkk, highDkk } = estimate(model, { ...rare, observedYear })!;
    const { range } = outlookOf('few_comparables', input());
    expect(range).toMatchObject({ isRough: true });
    expect(range!.lowDkk).toBeLessThan(lowDkk);
    expect(range!.highDkk).toBeGreaterThan(highDkk);
    expect(range!.highDkk / range!.lowDkk).toBeLessThanOrEqual(3);
  });

  test.each([
    ['of which none was seen', fitTo(common), 2018],
    ['of which only much older ones were seen', model, 2024],
    ['in a market that has not settled', fitTo([...common.slice(0, 200), ...old.slice(0, 2)]), 2018],
  ])('has no range %s', (_, other, year) => {
    const facts = { ...rare, year };
    expect(valueCar(input({ model: other, facts })).reason).toBe('few_comparables');
    expect(outlookOf('few_comparables', input({ model: other, facts })).range).toBeNull();
  });
});

test('a car without a price has the range of its value, which is not rough', () => {
  const facts = ordinaryCar({ observedYear });
  const { lowDkk, highDkk, reason } = valueCar(input({ facts }));
  expect(reason).toBe('no_price');
  expect(outlookOf('no_price', input({ facts }))).toEqual({
    range: { lowDkk, highDkk, isRough: false },
    modelIds: [],
    missing: null,
    isCounted: false,
  });
});

test.each(['rated', 'leasing', 'parts', 'wanted', 'not_a_car', 'too_old', 'contradicted'] as const)(
  'of a car with the reason %s nothing is said',
  (reason) => {
    expect(outlookOf(reason, input({ facts: ordinaryCar({ observedYear }) }))).toEqual({
      range: null,
      modelIds: [],
      missing: null,
      isCounted: false,
    });
  },
);

describe('valueCar', () => {
  test('gives the value that a rating of the same car gives', () => {
    const facts = ordinaryCar({ observedYear });
    const { lowDkk, avgDkk, highDkk, comparableIds } = rateCar({ ...input({ facts }), ...asked });
    expect(valueCar(input({ facts }))).toMatchObject({
      ...{ deal: 'no_estimate', reason: 'no_price', source: 'model' },
      ...{ lowDkk, avgDkk, highDkk, comparableIds },
    });
  });

  test.each([
    ['missing_make_model_year', { facts: { ...rare, year: null } }],
    ['too_old', { facts: { ...rare, year: 1995 } }],
    ['small_pool', { model: null }],
    ['few_comparables', {}],
  ] as const)('gives no value, with the reason %s', (reason, changes) => {
    expect(valueCar(input(changes))).toMatchObject({ deal: 'no_estimate', reason, avgDkk: null });
  });

  test('takes the register’s valuation where the market knows no such car', () => {
    const registerValuation = { lowDkk: 80_000, avgDkk: 100_000, highDkk: 120_000, count: 40 };
    expect(valueCar(input({ model: null, registerValuation }))).toMatchObject({
      ...{ reason: 'no_price', source: 'register', avgDkk: 100_000 },
    });
  });
});

const golf = { make: 'Volkswagen', model: 'Golf', year: 2018 };

describe('readTellingWords', () => {
  test.each([
    ['2018 VW Golf', []],
    ['Volkswagen Golf 1,4 TSI Highline sælges', ['1.4', 'tsi', 'highline']],
    ['Pæn VW-Golf 2017 med træk', ['vw-golf', '2017', 'træk']],
  ])('the telling words of %j are %j', (title, words) => {
    expect(readTellingWords(golf, title)).toEqual(words);
  });

  test('the telling words exclude the make and model in any spelling', () => {
    const mercedes = { make: 'Mercedes-Benz', model: 'C 220', year: null };
    expect(readTellingWords(mercedes, 'Mercedes C220 AMG', 'mercedes-benz C 220 MB')).toEqual(['amg']);
    expect(readTellingWords({ make: null, model: null, year: 2018 }, '2018 Sport')).toEqual(['sport']);
  });
});

const seen = (title: string | null, model = 'Kaj', variant: string | null = null) =>
  toSubject({ ...ordinaryCar(), model, variant, title })!;
const many = (count: number, title: string | null, model?: string) =>
  Array.from({ length: count }, () => seen(title, model));

describe('ads with few words', () => {
  const pool = [...many(60, 'alfa beta gamma delta', 'Kaj'), ...many(40, 'beta gamma epsilon', 'Bro')];
  const references = learnReferences(pool);

  test('lackOfWords is the share of the usual words that is missing', () => {
    expect(references.wordCounts).toEqual({ few: 3, usual: 4 });
    expect(
      [null, 'beta', 'beta gamma', 'alfa beta zeta'].map((text) => lackOfWords(seen(text), references)),
    ).toEqual([1, 0.75, 0.5, 0]);
  });

  test('lackOfWords is 0 when the pool has enough short ads, and 1 for an ad without words', () => {
    const taught = learnReferences([...pool, ...many(10, null)]);
    expect(taught.wordCounts).toEqual({ few: 0, usual: 0 });
    expect([null, 'beta'].map((text) => lackOfWords(seen(text), taught))).toEqual([1, 0]);
    const { wordCounts: _, ...before } = references;
    expect(['', 'beta'].map((text) => lackOfWords(seen(text), before))).toEqual([1, 0]);
  });

  const treeWords = chooseTreeWords(pool);
  const has = (words: string) => treeWords.words.map((word) => Number(words.split(' ').includes(word)));

  test('readAsUsual gives an ad with few words the usual words of its model', () => {
    expect(treeWords.words).toEqual(
      ['beta', 'gamma', 'alfa', 'delta', 'epsilon'].filter((word) => treeWords.words.includes(word)),
    );
    expect(treeWords.words).not.toContain('zeta');
    expect(readTreeText(seen('beta'), treeWords)).toEqual({ has: has('beta'), count: 1 });
    expect(readAsUsual(seen('beta'), treeWords, references)).toEqual({
      has: has('alfa beta gamma delta'),
      count: 4,
    });
    expect(readAsUsual(seen(null, 'Bro'), treeWords, references)).toEqual({
      has: has('beta gamma epsilon'),
      count: 4,
    });
    expect(readAsUsual(seen(null, 'Ny'), treeWords, references).has).toEqual(has('alfa beta gamma delta'));
  });

  test('readAsUsual leaves an ad with enough words, and models without words, unchanged', () => {
    expect(readAsUsual(seen('beta gamma epsilon'), treeWords, references).has).toEqual(
      has('beta gamma epsilon'),
    );
    expect(readAsUsual(seen('beta'), noTreeWords, references).has).toEqual([]);
  });

  test('chooseTreeWords leaves out rare words and keeps eighty at most', () => {
    expect(chooseTreeWords([...pool, ...many(9, 'beta gamma rare')]).words).not.toContain('rare');
    expect(chooseTreeWords([...pool, ...many(10, 'beta gamma rare')]).words).toContain('rare');
    const long = chooseTreeWords(
      many(50, Array.from({ length: 120 }, (_, n) => `w${n}`).join(' ')).concat(many(50, 'else')),
    );
    expect(long.words).toHaveLength(80);
  });
});
