import { expect, it } from 'vitest';
import { buildCar } from '#core/cars/build-car.ts';
import { toCard } from '#core/cars/card.ts';
import { wireCar, wireCarDetail } from '#core/cars/wire.ts';
import { type StoryEvent, storyEvent, storyTopics, tellStory } from '#core/register/story.ts';
import {
  identifiedAs,
  makeListing,
  makeRating,
  makeVehicle,
  notIdentified,
} from '#tests/support/make-car.ts';
import { seeded } from '#tests/support/random-cards.ts';
import * as enCar from '../../../web/src/i18n/en/car-page.ts';
import * as enStory from '../../../web/src/i18n/en/story.ts';
import { en as enAll } from '../../../web/src/i18n/en.ts';
import { mileagePoints } from '../../../web/src/register/car-story.tsx';
import { findingsOf, verdictText } from '../../../web/src/register/findings.tsx';

const en = { ...enAll, ...enCar, ...enStory };
const now = '2026-11-21T08:00:00.000Z';
const viewer = { id: 'u', isPremium: true, seesEstimates: true };
const date = (day: string | null) => day ?? '-';
const random = seeded(47);
const dayOf = (years: number) =>
  new Date(Date.parse(now) + years * 31_557_600_000).toISOString().slice(0, 10);

/** A car whose register knows inspections, readings, owners and more, as they may come: late, failed, mistyped, without days. */
function page() {
  const inspections = Array.from({ length: random.whole(0, 4) }, () => ({
    // Some are made after the ad was first seen, on the day of the visit or after it.
    date: random.chance(0.2) ? dayOf(random.between(-0.15, 0.02)) : dayOf(-random.between(0, 8)),
    result: random.pick(['Godkendt', 'Ikke godkendt', 'Kan godkendes efter omsyn', null]),
    mileageKm: random.chance(0.8) ? random.whole(20_000, 250_000) : null,
  })).sort((a, b) => (a.date < b.date ? -1 : 1));
  const some = (chance: number, ...event: Parameters<typeof storyEvent>): StoryEvent[] =>
    random.chance(chance) ? [storyEvent(...event)] : [];
  const events = [
    ...inspections.map(({ date: on, result, mileageKm }) =>
      storyEvent('inspection', 'inspection_report', { date: on, said: result, mileageKm }),
    ),
    // A car that failed is shown again on the same day.
    ...(inspections.at(-1)?.result === 'Kan godkendes efter omsyn'
      ? some(0.5, 'inspection', 'inspection_report', { date: inspections.at(-1)!.date, said: 'Godkendt' })
      : []),
    ...some(0.3, 'mileage', 'mileage_log', { date: dayOf(-random.between(0, 6)), mileageKm: 90_000 }),
    ...some(0.2, 'mileage', 'vehicle_register', { mileageKm: 80_000 }),
    ...some(0.5, 'owner_change', 'vehicle_register', { date: dayOf(-3) }),
    ...some(0.5, 'owner_change', 'vehicle_register', { date: dayOf(-2) }),
    ...some(0.1, 'theft', 'vehicle_register', { date: dayOf(-1) }),
  ];
  const vehicle = makeVehicle({
    inspections,
    nextInspection: random.chance(0.8) ? dayOf(random.between(-2, 2)) : null,
    status: random.pick(['registered', 'deregistered']),
    isImported: random.chance(0.2) || null,
    story: tellStory(
      storyTopics.filter(() => random.chance(0.7)),
      events,
    ),
  });
  const flags = (['fresh_inspection', 'no_inspection', 'imported', 'no_plates'] as const).filter(() =>
    random.chance(0.3),
  );
  const ad = makeListing({
    flags,
    previousOwners: random.pick([null, 1, 2]),
    mileage: random.chance(0.8) ? { km: random.whole(20_000, 250_000), precision: 'exact' } : null,
  });
  const first = new Date(Date.parse(now) - random.whole(0, 60) * 86_400_000).toISOString();
  const before = random.chance(0.7) ? buildCar('1', ad, notIdentified, null, null, first) : null;
  const built = buildCar('1', ad, identifiedAs(vehicle), before, null, now);
  const car = { ...built, rating: makeRating({ deal: 'fair', cautions: flags }) };
  const lookedAt = new Date(Date.parse(now) + random.whole(0, 60) * 86_400_000).toISOString();
  const marks = { isStarred: false, discoveredAt: null, lookedAt };
  const shown = wireCarDetail(car, viewer, marks, []);
  if (shown.locked) throw new Error('locked');
  const today = lookedAt.slice(0, 10);
  const findings = findingsOf(shown, en, date, today);
  return { shown, today, findings, card: wireCar(toCard(car), viewer, marks) };
}

it('none of two thousand generated car pages contradicts itself', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 2_000; n++) {
    const { shown, today, findings, card } = page();
    const keys = findings.map(({ key }) => key);
    for (const key of keys) seen.add(key);
    const has = (key: string) => keys.includes(key);
    const { sidste_syn: last, naeste_syn: next, story } = shown;
    // Days: the newest inspection is the last one, and the next one comes after it.
    const days = story.events.flatMap(({ kind, date: on }) => (kind === 'inspection' && on ? [on] : []));
    expect(last).toBe(days.at(-1) ?? null);
    if (last && next) expect(next > last).toBe(true);
    expect(has('fact inspection_overdue')).toBe(next !== null && next < today);
    expect(has('fact inspection_overdue') && has('story inspection_due')).toBe(false);
    // A date that has passed is not held against an ad that says the car has no valid inspection.
    const unheld = findings.find(({ key }) => key === 'caution no_inspection');
    if (unheld) expect(unheld.text.length > 1).toBe(next !== null && next >= today);
    // Nothing is told twice, as a warning and as confirmed, or counted otherwise on the card.
    const titles = findings.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    const claims = ['fact claims_fresh_inspection', 'caution fresh_inspection', 'fresh_inspection_confirmed'];
    expect(claims.filter(has).length).toBeLessThanOrEqual(1);
    expect(has('fact imported') && has('caution imported')).toBe(false);
    const warnings = findings.filter(({ isGood, key }) => !isGood && key !== 'register');
    expect(card.findings.count).toBe(warnings.length);
    const isMore = keys.some((key) => /^(?:fact|story) /.test(key));
    const asked = findings.find(({ key, isGood }) => key === 'register' && isGood);
    if (asked) expect(/nothing else/.test(asked.title)).toBe(isMore);
    const ofLast = story.events.filter(({ kind, date: on }) => kind === 'inspection' && on === last && on);
    const isPassed = ofLast.some(({ said }) => said !== null && /^godkendt/i.test(said));
    const isFresh = last !== null && Date.parse(now) - Date.parse(last) < 150 * 86_400_000;
    if (isPassed && isFresh) expect(has('fact claims_fresh_inspection')).toBe(false);
    if (isPassed) expect(titles).not.toContain(en.facts.kind.faults);
    if (has('fresh_inspection_confirmed')) expect(isPassed).toBe(true);
    // The ad's mileage: dated by the day on which it was first seen, and contradicted by earlier readings alone.
    const points = mileagePoints(shown);
    const place = points.findIndex(({ source }) => source === null);
    expect(points.map(({ date: on }) => on)).toEqual(points.map(({ date: on }) => on).toSorted());
    if (place >= 0) expect(points[place]!.date <= shown.scraped_time.slice(0, 10)).toBe(true);
    const below = shown.facts.find(({ kind }) => kind === 'mileage_below_inspection');
    if (below) expect(below.date! <= points[place]!.date).toBe(true);
    // Readings: none is denied, and no figure is called below one that the verdict bears out.
    const verdict = verdictText(shown, en, date);
    if (story.events.some(({ mileage }) => mileage !== null)) expect(verdict).not.toBe(en.story.tooFew(0));
    if (shown.mileage_verdict.verdict === 'logical') expect(has('fact mileage_below_inspection')).toBe(false);
    if (shown.mileage === null) expect(verdict).not.toMatch(/the ad’s mileage/);
  }
  for (const key of [
    ...['fact inspection_overdue', 'fresh_inspection_confirmed', 'fact owners_differ'],
    'register',
  ])
    expect(seen).toContain(key);
});
