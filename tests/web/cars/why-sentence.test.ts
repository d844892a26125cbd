import { describe, expect, it } from 'vitest';
import { type RatingReason, ratingReasons } from '#core/valuation/valuation.ts';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { whySentence } from '../../../web/src/cars/why-rating.tsx';
import * as daCar from '../../../web/src/i18n/da/car-page.ts';
import { da as danish } from '../../../web/src/i18n/da.ts';
import * as enCar from '../../../web/src/i18n/en/car-page.ts';
import { en as english } from '../../../web/src/i18n/en.ts';

const en = { ...english, ...enCar };
const da = { ...danish, ...daCar };

const comparable = (price: number) => ({
  id: String(price),
  title: 'Octavia',
  price,
  adjusted_price: price + 8_000,
  year: 2019,
  gone_after_days: null,
  is_age_known: true,
  last_seen: null,
  mileage: 90_000,
  model: 'Octavia',
  fuel: 'petrol' as const,
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
