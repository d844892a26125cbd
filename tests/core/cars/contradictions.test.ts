import { describe, expect, it } from 'vitest';
import { buildCar } from '#core/cars/build-car.ts';
import { anonymous, type Car, type CarFact, type Viewer } from '#core/cars/car.ts';
import { type Card, toCard } from '#core/cars/card.ts';
import {
  countFindings,
  factsOn,
  findingsIn,
  isContradicted,
  isRiskyByRegister,
} from '#core/cars/findings.ts';
import { completeCar, completeChange } from '#core/cars/stored-car.ts';
import { wireCar, wireCarDetail } from '#core/cars/wire.ts';
import type { WireCar } from '#core/contract/routes/cars.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { type StoryTopic, storyEvent, storyOfInspections } from '#core/register/story.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import { makeCar, makeListing, makeRating, makeVehicle } from '#tests/support/make-car.ts';

const today = '2026-11-21';

/** The car of an ad that was seen on a day, with the register's answer. */
const carOf = (
  ad: Listing,
  vehicle: Vehicle,
  day: string,
  previous: Parameters<typeof buildCar>[3] = null,
) => {
  const told =
    vehicle.story.events.length > 0 || vehicle.story.asked.length > 0
      ? vehicle.story
      : storyOfInspections(vehicle.inspections);
  const identified = { photos: [], plate: vehicle.plate, candidate: null, registerState: 'found' as const };
  const now = `${day}T08:00:00.000Z`;
  return buildCar('1', ad, { ...identified, vehicle: { ...vehicle, story: told } }, previous, null, now);
};
const factsOf = (...args: Parameters<typeof carOf>) => carOf(...args).facts;
const kinds = (...args: Parameters<typeof carOf>) => factsOf(...args).map((fact) => fact.kind);

describe('the facts of a car', () => {
  it('an ad that agrees with the register has no facts against it', () => {
    expect(factsOf(makeListing(), makeVehicle(), today)).toEqual([]);
  });

  it.each([
    ['make_differs', { make: 'Volvo', model: 'V60' }, {}],
    ['model_differs', { model: 'Fabia' }, {}],
    ['year_differs', { year: 2022 }, {}],
    ['fuel_differs', { fuel: 'diesel' as const }, {}],
    ['gearbox_differs', { gearbox: 'automatic' as const }, {}],
    ['inspection_overdue', {}, { nextInspection: '2026-10-01' }],
    ['deregistered', {}, { status: 'deregistered' as const }],
    ['leasing', {}, { isLeasing: true }],
    ['debt', {}, { hasDebt: true }],
    ['imported', {}, { isImported: true }],
    ['claims_fresh_inspection', { flags: ['fresh_inspection' as const] }, {}],
  ])('finds %s', (kind, ad, register) => {
    expect(kinds(makeListing(ad), makeVehicle(register), today)).toEqual([kind]);
  });

  it('a hybrid is not contradicted by a register that names what it burns', () => {
    const hybrid = makeListing({ fuel: 'hybrid' });
    const told = (fuel: Vehicle['fuel'], ad = hybrid, burns: Vehicle['burns'] = null) => {
      const car = carOf(ad, makeVehicle({ fuel, burns }), today);
      return [car.fuel, car.burns, ...car.facts.map(({ kind }) => kind)];
    };
    expect(told('petrol')).toEqual(['hybrid', 'petrol']);
    expect(told('diesel')).toEqual(['hybrid', 'diesel']);
    expect(told('plugin_hybrid')).toEqual(['plugin_hybrid', null]);
    expect(told('hybrid', makeListing({ fuel: 'petrol' }))).toEqual(['hybrid', null]);
    expect(told('hybrid', hybrid, 'petrol')).toEqual(['hybrid', 'petrol']);
    expect(told('electric')).toEqual(['electric', null, 'fuel_differs']);
  });

  it('another make, fuel or year contradicts the ad; doubts of the register make the car risky', () => {
    const judged = (...args: Parameters<typeof factsOf>) => {
      const facts = factsOf(...args);
      return { isContradicted: isContradicted(facts), isRisky: isRiskyByRegister(facts) };
    };
    const register = (changes: Parameters<typeof makeVehicle>[0]) =>
      judged(makeListing(), makeVehicle(changes), today);
    const none = { isContradicted: false, isRisky: false };
    expect(register({})).toEqual(none);
    expect(register({ hasDebt: true })).toEqual(none);
    expect(judged(makeListing({ gearbox: 'automatic' }), makeVehicle(), today)).toEqual(none);
    const another = { ...none, isContradicted: true };
    expect(judged(makeListing({ fuel: 'diesel' }), makeVehicle(), today)).toEqual(another);
    const risky = { ...none, isRisky: true };
    expect(register({ status: 'deregistered' })).toEqual(risky);
    expect(register({ nextInspection: '2026-10-01' })).toEqual(risky);
    expect(register({ isLeasing: true })).toEqual(risky);
    expect(register({ isImported: true })).toEqual(risky);
    expect(judged(makeListing({ flags: ['fresh_inspection'] }), makeVehicle(), today)).toEqual(risky);
  });

  it('a mileage below an earlier inspection is told with both figures and the date', () => {
    const ad = makeListing({ mileage: { km: 72_000, precision: 'exact' } });
    expect(factsOf(ad, makeVehicle(), today)).toEqual([
      { kind: 'mileage_below_inspection', ad: '72000', register: '98800', date: '2025-03-11' },
    ]);
  });

  it('an inspection after the ad was first seen with its mileage does not contradict it', () => {
    const ad = makeListing({ mileage: { km: 96_000, precision: 'exact' } });
    const first = carOf(ad, makeVehicle({ inspections: [] }), '2026-10-01');
    expect(first.mileageSeenAt).toBe('2026-10-01T08:00:00.000Z');
    const inspections = [{ date: '2026-11-10', result: 'Godkendt', mileageKm: 98_800 }];
    const later = carOf(ad, makeVehicle({ inspections }), today, first);
    expect(later.mileageSeenAt).toBe(first.mileageSeenAt);
    expect(later.facts).toEqual([]);
    // A figure that is new in the ad is dated by the visit that found it.
    const changed = makeListing({ mileage: { km: 95_000, precision: 'exact' } });
    const again = carOf(changed, makeVehicle({ inspections }), today, first);
    expect(again.mileageSeenAt).toBe(`${today}T08:00:00.000Z`);
    expect(again.facts.map(({ kind }) => kind)).toEqual(['mileage_below_inspection']);
  });

  it('a rounded mileage and a model year one ahead are accepted', () => {
    const ad = makeListing({ mileage: { km: 98_000, precision: 'rounded' }, year: 2020 });
    expect(kinds(ad, makeVehicle(), today)).toEqual([]);
    expect(kinds(makeListing({ year: 2017 }), makeVehicle(), today)).toEqual(['year_differs']);
    const reading = (km: number) => makeListing({ mileage: { km, precision: 'exact' } });
    expect(kinds(reading(97_800), makeVehicle(), today)).toEqual([]);
    expect(kinds(reading(97_799), makeVehicle(), today)).toEqual(['mileage_below_inspection']);
  });

  it('a claimed fresh inspection is confirmed by a passed one within half a year', () => {
    const ad = makeListing({ flags: ['fresh_inspection'] });
    const on = (date: string) =>
      makeVehicle({ inspections: [{ date, result: 'Godkendt', mileageKm: null }] });
    expect(kinds(ad, on('2026-05-01'), today)).toEqual(['fresh_inspection_confirmed']);
    expect(kinds(ad, on('2026-04-30'), today)).toEqual(['claims_fresh_inspection']);
    expect(kinds(ad, on('2025-12-01'), today)).toEqual(['claims_fresh_inspection']);
    const failed = [{ date: '2026-11-01', result: 'Ikke godkendt', mileageKm: null }];
    expect(kinds(ad, makeVehicle({ inspections: failed }), today)).toEqual(['claims_fresh_inspection']);
    // An inspection whose result nobody told neither confirms the ad nor contradicts it.
    const untold = [{ date: '2026-11-01', result: null, mileageKm: null }];
    expect(kinds(ad, makeVehicle({ inspections: untold }), today)).toEqual([]);
    // Nothing is known of inspections when the register was not asked for them.
    const none = (asked: StoryTopic[]) => makeVehicle({ inspections: [], story: { asked, events: [] } });
    expect(kinds(ad, none(['inspections']), today)).toEqual(['claims_fresh_inspection']);
    expect(kinds(ad, none([]), today)).toEqual([]);
  });

  it('a passed inspection on the day of the visit, or after it, confirms that the car is just inspected', () => {
    const ad = makeListing({ flags: ['fresh_inspection'] });
    const on = (date: string, ...results: string[]) =>
      makeVehicle({ inspections: results.map((result) => ({ date, result, mileageKm: null })) });
    expect(kinds(ad, on(today, 'Godkendt'), today)).toEqual(['fresh_inspection_confirmed']);
    expect(kinds(ad, on('2026-11-28', 'Godkendt'), today)).toEqual(['fresh_inspection_confirmed']);
    // It failed in the morning and was shown again in the afternoon.
    for (const results of [
      ['Kan godkendes efter omsyn', 'Godkendt efter omsyn'],
      ['Godkendt efter omsyn', 'Kan godkendes efter omsyn'],
    ]) {
      const car = carOf(ad, on(today, ...results), today);
      expect(car.facts.map(({ kind }) => kind)).toEqual(['fresh_inspection_confirmed']);
      expect(countFindings(car).findingCount).toBe(0);
    }
  });

  it('an inspection that was passed after the ad appeared is told with the day of the ad', () => {
    const ad = makeListing({ flags: ['fresh_inspection'], listedAt: '2026-10-30T10:00:00.000Z' });
    const on = (date: string) =>
      makeVehicle({ inspections: [{ date, result: 'Godkendt', mileageKm: null }] });
    const adDays = (date: string) => carOf(ad, on(date), today).facts.map((each) => each.ad);
    expect(adDays('2026-11-18')).toEqual(['2026-10-30']);
    expect(adDays('2026-10-30')).toEqual([null]);
    expect(adDays('2026-10-12')).toEqual([null]);
  });

  it('facts about inspections are derived from the events whenever a stored car is read', () => {
    const ad = makeListing({ flags: ['fresh_inspection'] });
    const passed = makeVehicle({ inspections: [{ date: today, result: 'Godkendt', mileageKm: null }] });
    const car = carOf(ad, passed, today);
    const stale = ['claims_fresh_inspection', 'inspection_overdue'] as const;
    const stored = {
      ...car,
      facts: stale.map((kind) => ({ kind, ad: null, register: null, date: null })),
    };
    expect(completeCar(stored)!.facts).toEqual(car.facts);
    expect(factsOn(stored, '2027-03-15').map(({ kind }) => kind)).toEqual([
      'inspection_overdue',
      'fresh_inspection_confirmed',
    ]);
    expect(countFindings(stored)).toEqual(countFindings(car));
  });

  it('an inspection is not overdue when a later one was passed', () => {
    const passed = { date: '2026-11-03', result: 'Godkendt', mileageKm: null };
    const late = { nextInspection: '2026-10-20', inspections: [passed] };
    expect(kinds(makeListing(), makeVehicle(late), today)).toEqual([]);
  });

  it('one high reading is ignored when all other readings agree', () => {
    const read = (date: string, mileageKm: number) =>
      storyEvent('inspection', 'inspection_report', { date, mileageKm });
    const slip = [read('2021-03-01', 40_000), read('2023-03-01', 700_000), read('2025-03-01', 90_000)];
    const inspections = slip.map(({ date, mileageKm }) => ({ date: date!, result: 'Godkendt', mileageKm }));
    const vehicle = makeVehicle({ inspections, story: { asked: ['inspections'], events: slip } });
    const ad = makeListing({ mileage: { km: 105_000, precision: 'exact' } });
    expect(kinds(ad, vehicle, today)).toEqual([]);
  });

  it('tells when the register knows more owners than the ad', () => {
    const changes = (...days: string[]) =>
      makeVehicle({
        firstRegistration: '2018-01-01',
        story: {
          asked: ['owners'],
          events: days.map((date) => storyEvent('owner_change', 'vehicle_register', { date })),
        },
      });
    const ad = makeListing({ previousOwners: 1 });
    const three = changes('2018-01-01', '2019-05-05', '2021-05-05', '2023-05-05');
    const owners = (...args: Parameters<typeof factsOf>) =>
      factsOf(...args).filter(({ kind }) => kind === 'owners_differ');
    expect(owners(ad, three, today)).toEqual([
      { kind: 'owners_differ', ad: '1', register: '3', date: '2023-05-05' },
    ]);
    expect(owners(ad, changes('2019-05-05'), today)).toEqual([]);
    expect(owners(makeListing({ previousOwners: 3 }), three, today)).toEqual([]);
    expect(owners(makeListing({ previousOwners: null }), three, today)).toEqual([]);
    expect(owners(ad, { ...three, story: { ...three.story, asked: [] } }, today)).toEqual([]);
  });

  it('an inspection is overdue from the day after', () => {
    expect(kinds(makeListing(), makeVehicle({ nextInspection: today }), today)).toEqual([]);
  });
});

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
