import { describe, expect, it } from 'vitest';
import { anonymous, type Car, type CarFact, type Viewer } from '#core/cars/car.ts';
import { type Card, toCard } from '#core/cars/card.ts';
import { findingsIn } from '#core/cars/findings.ts';
import { completeChange } from '#core/cars/stored-car.ts';
import { wireCar, wireCarDetail } from '#core/cars/wire.ts';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { storyEvent } from '#core/register/story.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const fact = (kind: CarFact['kind']): CarFact => ({ kind, ad: null, register: null, date: null });
const marks = (lookedAt: string) => ({ isStarred: false, discoveredAt: null, lookedAt });
const premium: Viewer = { id: 'u', isPremium: true, seesEstimates: true };
const free: Viewer = { id: 'u', isPremium: false, seesEstimates: false };
const far = { nextInspection: '2028-01-01' };
const reading = (date: string, mileageKm: number) =>
  storyEvent('inspection', 'inspection_report', { date, mileageKm });

/** The findings that the car's page lists on that day. */
function onPage(car: Car, today: string): WireCar['findings'] {
  const page = wireCarDetail(car, premium, marks(`${today}T08:00:00.000Z`), []);
  if (page.locked) throw new Error('locked');
  const { facts, cautions, naeste_syn: nextInspection, story, mileage_verdict, register_state } = page;
  const { verdict } = mileage_verdict;
  const found = findingsIn(
    { events: story.events, facts, cautions, nextInspection, verdict, registerState: register_state },
    today,
  );
  const heavy = found.filter(({ weight }) => weight === 'heavy').length;
  const [first] = found;
  return { count: found.length, heavy, heaviest: first ? { in: first.in, kind: first.kind } : null };
}

const cars: [string, Partial<Car>, number, number][] = [
  ['of which nothing is known', {}, 0, 0],
  ['with a debt', { facts: [fact('debt')] }, 1, 1],
  ['of another make, imported', { facts: [fact('make_differs'), fact('imported')] }, 2, 1],
  ['with a remark of the seller', { rating: makeRating({ cautions: ['no_inspection'] }) }, 1, 0],
  [
    'whose odometer fell, which is told once',
    {
      story: { asked: ['mileage'], events: [reading('2022-01-01', 150_000), reading('2024-01-01', 182_000)] },
      facts: [fact('mileage_below_inspection')],
      rating: makeRating({ cautions: ['doubtful_mileage'] }),
    },
    1,
    1,
  ],
  [
    'that was stolen and taken to the inspection with faults',
    {
      story: {
        asked: ['theft'],
        events: [
          storyEvent('theft', 'vehicle_register', { date: '2025-01-01' }),
          storyEvent('inspection', 'inspection_report', { date: '2025-02-01', faults: ['Dæk'] }),
        ],
      },
    },
    2,
    1,
  ],
];

describe('the findings of a card', () => {
  it.each(cars)('a card of a car %s counts the same findings as its page', (_, fields, count, heavy) => {
    const car = makeCar({ ...far, ...fields });
    expect(toCard(car)).toMatchObject({ findingCount: count, heavyFindingCount: heavy });
    const { findings } = wireCar(toCard(car), anonymous, marks('2026-11-25T08:00:00.000Z'));
    expect(findings).toMatchObject({ count, heavy });
    expect(findings.heaviest === null).toBe(count === 0);
    expect(onPage(car, '2026-11-25')).toEqual(findings);
  });

  it.each([
    ['2026-12-14', 0],
    ['2026-12-15', 1],
    ['2027-03-15', 1],
    ['2027-03-16', 1],
    ['2028-03-16', 1],
  ])('an inspection due or overdue on %s counts %i times, whenever the car was stored', (today, count) => {
    const car = makeCar({ nextInspection: '2027-03-15', updatedAt: '2024-01-01T00:00:00.000Z' });
    expect(toCard(car).findingCount).toBe(0);
    const { findings } = wireCar(toCard(car), free, marks(`${today}T23:00:00.000Z`));
    expect(findings).toMatchObject({ count, heavy: 0 });
    expect(onPage(car, today)).toEqual(findings);
  });

  it('a card stored before findings were counted has none', () => {
    const { findingCount, heavyFindingCount, ...before } = toCard(makeCar({ facts: [fact('debt')] }));
    expect([findingCount, heavyFindingCount]).toEqual([1, 1]);
    expect(completeChange(before)).toMatchObject({ findingCount: 0, heavyFindingCount: 0 });
  });

  it('a card stored before findings were named names none, and counts what the date adds', () => {
    const { heaviestFinding, ...before } = toCard(makeCar({ ...far, facts: [fact('debt')] }));
    expect(heaviestFinding).toEqual({ in: 'fact', kind: 'debt' });
    const card = completeChange(before) as Card;
    const at = marks('2026-11-25T08:00:00.000Z');
    const due = { ...card, nextInspection: '2026-12-01' };
    expect(wireCar(due, free, at).findings).toEqual({ count: 2, heavy: 1, heaviest: null });
  });

  it('a locked car shows the names of its warnings to everybody, and no figures or dates', () => {
    const amazing = makeRating({ deal: 'amazing', cautions: ['no_inspection'] });
    const facts = [{ kind: 'imported' as const, ad: 'Tyskland', register: '1', date: '2020-02-02' }];
    const scrapedAt = '2026-11-25T07:00:00.000Z';
    const car = makeCar({ ...far, scrapedAt, facts, rating: amazing });
    for (const viewer of [anonymous, free])
      expect(wireCarDetail(car, viewer, marks('2026-11-25T08:00:00.000Z'), [])).toEqual({
        ...{ id: car.id, deal: 'amazing', locked: true, asked: [] },
        findings: [
          { in: 'caution', kind: 'no_inspection' },
          { in: 'fact', kind: 'imported' },
        ],
      });
    const clean = makeCar({ ...far, rating: makeRating({ deal: 'amazing' }) });
    expect(wireCarDetail(clean, free, marks('2026-11-25T08:00:00.000Z'), [])).not.toHaveProperty('findings');
  });
});
