import { describe, expect, it } from 'vitest';
import { buildCar as buildShownCar } from '#core/cars/build-car.ts';
import type { StoryKind } from '#core/register/story.ts';
import { parseTjekbil } from '#core/register/tjekbil.ts';
import { buildCar } from '#demo/cars/build-car.ts';
import type { DemoCar, RegisterTwist } from '#demo/cars/car.ts';
import { seedCatalog } from '#demo/cars/seed-catalog.ts';
import { wholeAnswer } from '#demo/register/tjekbil-answer.ts';
import { vehicleOf } from '#demo/register/vehicle-of.ts';

const today = '2026-11-21';
const cars = Array.from({ length: 1200 }, (_, ordinal) => buildCar(3, ordinal, 0)).filter(
  (car) => car.body !== 'motorcycle',
);
const at = { origin: 'http://127.0.0.1:1', now: new Date(`${today}T12:00:00Z`) };
const seeded = seedCatalog(3, at);
const known = (car: DemoCar) => vehicleOf(car, today)!;

describe('the register of the demo', () => {
  it('does not know some plates', () => {
    const absent = cars.filter((car) => vehicleOf(car, today) === null);
    expect(absent.length).toBeGreaterThan(10);
    expect(absent.every((car) => car.twist === 'absent')).toBe(true);
  });

  it('is read back by the product’s own reader, field by field', () => {
    for (const car of cars.filter((one) => one.twist !== 'absent' && one.fuel !== 'hybrid')) {
      const vehicle = known(car);
      const read = parseTjekbil(car.plate, wholeAnswer(car, vehicle, today));
      const same = [
        'plate',
        'vehicleKey',
        'year',
        'firstRegistration',
        'fuel',
        'gearbox',
        'kmPerLitre',
        'inspections',
        'nextInspection',
        'status',
        'isLeasing',
        'hasDebt',
        'valuation',
        'equipment',
      ] as const;
      for (const field of same) {
        if (field === 'valuation' && vehicle.valuation === null) expect(read?.valuation).toBeNull();
        else
          expect(read?.[field], field).toEqual(
            field === 'kmPerLitre' && car.fuel === 'electric' ? null : vehicle[field],
          );
      }
      expect(Math.abs((read?.horsepower ?? 0) - car.engine.horsepower)).toBeLessThanOrEqual(1);
      expect(read?.isImported ?? false).toBe(vehicle.isImported);
    }
  });

  it('tells stories with every kind of event that a demo needs, all of them of the past', () => {
    const stories = seeded.flatMap(({ vehicle }) => vehicle ?? []).map(({ story }) => story);
    const kinds = new Set(stories.flatMap(({ events }) => events.map(({ kind }) => kind)));
    for (const kind of ['inspection', 'customs_inspection', 'mileage', 'owner_change', 'debt'] as const)
      expect(kinds).toContain(kind);
    for (const kind of ['insurance_gap', 'recall', 'leasing', 'import', 'status', 'mileage_noted'] as const)
      expect(kinds).toContain(kind);
    const days = stories.flatMap(({ events }) => events.flatMap(({ date }) => date ?? []));
    expect(days.filter((day) => day > today || !/^\d{4}-\d{2}-\d{2}$/.test(day))).toEqual([]);
    expect(stories.some(({ events }) => events.some(({ faults }) => faults.length > 0))).toBe(true);
  });

  it('knows of stolen and blocked cars and of bankrupt estates, and was asked only half of what there is for some', () => {
    const told: Partial<Record<RegisterTwist, StoryKind>> = {
      stolen: 'theft',
      blocked: 'blocked',
      bankrupt: 'bankruptcy',
    };
    const met = new Set<RegisterTwist>();
    for (const { car, vehicle } of seeded) {
      if (!vehicle) continue;
      const { asked, events } = vehicle.story;
      const kinds = events.map(({ kind }) => kind);
      for (const [twist, kind] of Object.entries(told))
        expect(kinds.includes(kind), car.title).toBe(car.twist === twist);
      for (const topic of ['debt', 'insurance'] as const)
        expect(asked.includes(topic), car.title).toBe(car.twist !== 'half_asked');
      expect(asked.length).toBeGreaterThanOrEqual(7);
      met.add(car.twist);
    }
    expect([...met]).toEqual(expect.arrayContaining([...Object.keys(told), 'half_asked']));
  });

  it('lets readings grow from inspection to inspection', () => {
    for (const car of cars.filter((one) => one.twist !== 'absent')) {
      const readings = known(car).inspections.map((inspection) => inspection.mileageKm ?? 0);
      expect(readings).toEqual(readings.toSorted((a, b) => a - b));
    }
  });

  it('keeps inspections current whatever the day, unless one is planted as overdue', () => {
    for (const day of ['2026-11-21', '2031-02-03']) {
      for (const car of cars) {
        const vehicle = vehicleOf(car, day);
        if (vehicle)
          expect(vehicle.nextInspection! < day, car.title).toBe(car.twist === 'overdue_inspection');
      }
    }
  });

  it('values most cars near their worth and some not at all', () => {
    const valued = cars.filter((car) => car.twist !== 'absent' && known(car).valuation);
    expect(valued.length / cars.length).toBeGreaterThan(0.5);
    expect(valued.length / cars.length).toBeLessThan(0.8);
    for (const car of valued) {
      const { lowDkk, avgDkk, highDkk, count } = known(car).valuation!;
      expect(lowDkk < avgDkk && avgDkk < highDkk && count > 0).toBe(true);
      expect(Math.abs(Math.log(avgDkk / car.valueDkk))).toBeLessThan(0.12);
    }
  });

  it('contradicts the ad exactly where it was told to', () => {
    const kinds: Partial<Record<RegisterTwist, string[]>> = {
      year_differs: ['year_differs'],
      mileage_above_ad: ['mileage_below_inspection'],
      fuel_differs: ['fuel_differs'],
      overdue_inspection: ['inspection_overdue'],
      claims_fresh_inspection: ['claims_fresh_inspection'],
      leasing: ['leasing'],
      debt: ['debt'],
      imported: ['imported'],
      imported_with_debt: ['imported', 'debt'],
      deregistered: ['deregistered'],
    };
    const ofAdAlone = ['mileage_readings_differ', 'mileage_unclear', 'mileage_low_for_age', 'year_unclear'];
    const missed: string[] = [];
    const met = new Set<RegisterTwist>();
    for (const { car, listing, vehicle } of seeded) {
      if (!vehicle || car.body === 'motorcycle') continue;
      const identified = {
        photos: [],
        plate: vehicle.plate,
        candidate: null,
        registerState: 'found' as const,
      };
      const read = { ...identified, vehicle: parseTjekbil(car.plate, wholeAnswer(car, vehicle, today)) };
      const shown = buildShownCar('1', listing, read, null, null, at.now.toISOString());
      const found = shown.facts
        // What the ad alone says of itself, and what the register bears out, contradicts nothing.
        .filter(({ kind }) => !ofAdAlone.includes(kind))
        .map(({ kind }) => kind as string)
        .filter((kind) => kind !== 'fresh_inspection_confirmed');
      const wanted = kinds[car.twist];
      met.add(car.twist);
      if (wanted ? !wanted.every((kind) => found.includes(kind)) : found.length > 0)
        missed.push(`${car.twist} → ${found.join()} · ${car.title} · ${car.firstRegistration}`);
    }
    expect(missed).toEqual([]);
    expect([...met]).toEqual(expect.arrayContaining(Object.keys(kinds)));
  });
});
