import { describe, expect, it } from 'vitest';
import { type MileageReading, mileageVerdict } from '#core/register/mileage.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';

const dayOf = (year: number) =>
  new Date(Date.UTC(2010, 0, 1) + year * 31_557_600_000).toISOString().slice(0, 10);
type History = { readings: MileageReading[]; claim: MileageReading };

/** A car of four to sixteen years, inspected every second year and driven unequally far in each. */
function truth(random: Random): History {
  const age = random.between(6, 16);
  const yearly = random.between(6_000, 38_000);
  let km = random.between(0, 4_000);
  let at = 0;
  const readings: MileageReading[] = [];
  for (let year = 4; year < age - 0.1; year += 2) {
    km += (year - at) * yearly * (random.chance(0.08) ? 0.02 : random.between(0.5, 1.5));
    at = year;
    readings.push({ date: dayOf(year + random.between(-0.1, 0.08)), km: Math.round(km) });
    // A workshop visit between two inspections.
    if (random.chance(0.3)) {
      km += 0.9 * yearly * random.between(0.3, 1.2);
      at += 0.9;
      if (at < age - 0.1) readings.push({ date: dayOf(at), km: Math.round(km) });
    }
  }
  km += Math.max(0, age - at) * yearly * random.between(0.5, 1.5);
  return { readings, claim: { date: dayOf(Math.max(age, at + 0.05)), km: Math.round(km) } };
}

/** The mileage as a seller rounds it. */
function rounded(km: number, random: Random): number {
  const to = random.pick([1, 1, 1000, 10_000]);
  return Math.floor(km / to) * to || km;
}

const otherDigit = (km: number, random: Random) => {
  const typed = [...String(km)];
  const at = random.whole(0, typed.length - 1);
  typed[at] = String((Number(typed[at]) + random.whole(1, 9)) % 10);
  return Math.max(1, Number(typed.join('')));
};

/** One writing error per history, never in the last reading, so that a later reading corrects it. */
const slips: Record<string, (history: History, random: Random) => void> = {
  none: () => {},
  miles: ({ readings }, random) => {
    const reading = random.pick(readings.slice(0, -1));
    reading.km = Math.round(reading.km / 1.609);
  },
  digit: ({ readings }, random) => {
    const reading = random.pick(readings.slice(0, -1));
    reading.km = otherDigit(reading.km, random);
  },
  swapped: ({ readings }, random) => {
    const reading = random.pick(readings.slice(0, -1));
    reading.km = Number(String(reading.km).replace(/(\d)(\d)/, '$2$1')) || reading.km;
  },
  'a 0 too many': ({ readings }, random) => {
    random.pick(readings.slice(0, -1)).km *= 10;
  },
  'same day': ({ readings }, random) => {
    const reading = random.pick(readings);
    readings.push({ date: reading.date, km: reading.km + random.whole(-90, 90) });
    if (random.chance(0.3)) readings.push({ date: reading.date, km: otherDigit(reading.km, random) });
  },
};

/** Turned back before the sale: after the last reading, or before the last one or two, which are then too low. */
function rolledBack(random: Random): History {
  for (;;) {
    const history = truth(random);
    const { readings, claim } = history;
    const after = random.pick([0, 0, 0, 1, 2]);
    const top = readings.at(-1 - after);
    if (readings.length < 2 || !top || top.km < 80_000) continue;
    const lost = Math.round(claim.km * random.between(0.25, 0.6));
    for (const reading of after > 0 ? readings.slice(-after) : []) reading.km -= lost;
    claim.km = rounded(claim.km - lost, random);
    // A smaller rollback cannot be seen, because the car was driven further since.
    const shown = after > 0 ? readings.at(-after)!.km : claim.km;
    if (shown > 0 && shown < top.km - 10_000) return history;
  }
}

const verdictOf = ({ readings, claim }: History) => mileageVerdict(readings, claim);
const places = Array.from({ length: 100 }, (_, place) => place);

describe('mileageVerdict', () => {
  it('accuses none of 100 honest histories, whatever slip is among their readings', () => {
    const kinds = Object.keys(slips);
    const accused = places.flatMap((place) => {
      const random = createRandom('honest', place);
      const kind = kinds[place % kinds.length]!;
      let history = truth(random);
      while (history.readings.length < 3) history = truth(random);
      slips[kind]!(history, random);
      history.claim.km = rounded(history.claim.km, random);
      return verdictOf(history).verdict === 'logical' ? [] : { place, kind, history, is: verdictOf(history) };
    });
    expect(accused).toEqual([]);
  });

  it('finds at least 95 of 100 planted rollbacks, each with other possible explanations', () => {
    const verdicts = places.map((place) => verdictOf(rolledBack(createRandom('turned', place))));
    const found = verdicts.filter(({ verdict }) => verdict === 'not_logical');
    expect(found.length).toBeGreaterThanOrEqual(95);
    for (const { fall, explanations } of found) {
      expect(fall!.from.km).toBeGreaterThan(fall!.to.km);
      expect(fall!.from.date < fall!.to.date).toBe(true);
      expect(explanations).toContain('typing_slip');
    }
  });

  const readings = (...km: number[]) =>
    km.map((each, place) => ({ date: `${2012 + 2 * place}-05-01`, km: each }));
  const claimed = (km: number) => ({ date: '2026-11-01', km });

  it.each([[[]], [[90_000]]])('gives no verdict on the readings %j, which are too few', (km) => {
    expect(mileageVerdict(readings(...km), claimed(10_000))).toMatchObject({
      verdict: 'too_few',
      fall: null,
    });
  });

  it.each([
    ['readings that rise', [30_000, 60_000], 80_000],
    ['no claim at all', [30_000, 60_000], null],
    ['a claim rounded down', [30_000, 69_000], 60_000],
    ['one reading in miles', [30_000, 60_000, 56_000, 120_000], 130_000],
    ['a last reading in miles that the claim puts right', [90_000, 120_000, 85_000], 145_000],
    ['a 9 for a 0', [50_000, 100_000, 198_000, 115_000], 120_000],
    ['a 0 too many in the last reading', [50_000, 100_000, 1_150_000], 121_000],
    ['two slips in a long history', [20_000, 400_000, 60_000, 80_000, 10_000, 120_000, 140_000], 150_000],
  ])('the readings are logical with %s', (_, km, claim) => {
    expect(mileageVerdict(readings(...km), claim === null ? null : claimed(claim)).verdict).toBe('logical');
  });

  it('tells the fall from the highest reading, whatever the order of the readings', () => {
    const told = mileageVerdict(readings(60_000, 120_000, 180_000).reverse(), claimed(112_000));
    expect(told).toEqual({
      verdict: 'not_logical',
      hasSlip: false,
      readingDays: 3,
      fall: {
        from: { date: '2016-05-01', km: 180_000 },
        to: { date: '2026-11-01', km: 112_000 },
        isToClaim: true,
      },
      explanations: ['typing_slip', 'instrument_replaced', 'miles'],
    });
    expect(mileageVerdict(readings(60_000, 150_000, 70_000, 90_000), claimed(95_000))).toMatchObject({
      verdict: 'not_logical',
      fall: { from: { km: 150_000 }, to: { km: 70_000 }, isToClaim: false },
      explanations: ['typing_slip', 'instrument_replaced'],
    });
  });

  it('assumes no order among the readings of one day', () => {
    const sameDay = [
      ...readings(60_000),
      { date: '2012-05-01', km: 96_000 },
      { date: '2016-05-01', km: 90_000 },
    ];
    expect(mileageVerdict(sameDay, claimed(95_000)).verdict).toBe('logical');
  });
});

it('a reading after the day of the ad’s claim neither contradicts the claim nor is contradicted by it', () => {
  const readings = [
    { date: '2022-03-14', km: 70_000 },
    { date: '2024-03-14', km: 100_000 },
  ];
  const claim = (date: string, km: number) => mileageVerdict(readings, { date, km }).verdict;
  expect(claim('2024-03-14', 80_000)).toBe('not_logical');
  expect(claim('2024-03-13', 80_000)).toBe('logical');
  expect(claim('2024-03-13', 110_000)).toBe('logical');
  expect(claim('2024-03-13', 50_000)).toBe('not_logical');
  // A fall among the readings counts whenever the ad was seen.
  const fallen = [...readings, { date: '2025-03-14', km: 60_000 }, { date: '2026-03-14', km: 62_000 }];
  expect(mileageVerdict(fallen, { date: '2023-05-06', km: 80_000 }).verdict).toBe('not_logical');
});
