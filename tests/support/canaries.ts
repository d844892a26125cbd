import type { Alert } from '#core/alerts/alert.ts';
import type { Car } from '#core/cars/car.ts';
import { storyEvent, tellStory } from '#core/register/story.ts';
import { makeCar, makeRating } from './make-car.ts';
import { storeCar, storePlan } from './stored-car.ts';

/** The five kinds of readers. Each except `anonymous` is signed in under this name. */
export const readers = ['anonymous', 'free', 'beta', 'premium', 'expired'] as const;
export type ReaderKind = (typeof readers)[number];
export const members = ['free', 'beta', 'premium', 'expired'] as const;
export type Member = (typeof members)[number];

const at = '2026-11-21T07:00:00.000Z';
/** The time of the tests that use the canaries. */
export const canaryNow = '2026-11-21T08:00:00.000Z';
export const jobOf = (member: Member) => `job-of-${member}`;
export const listOf = (member: Member) => `list-of-${member}`;
export const searchOf = (member: Member) => ({ id: `search-of-${member}`, title: 'Everything' });

let made = 0;

/** A car whose every text and number is unique, so that any of them in an answer must come from it. */
function canary(name: string, fields: Partial<Car> = {}): Car {
  const number = 6_100_000 + ++made * 1_000;
  const listingId = `88${number}88`;
  const photo = (size: string) => `${name}photo${size}`;
  return makeCar({
    id: `${name}car`,
    itemUrl: `https://www.facebook.com/marketplace/item/${listingId}/`,
    title: `${name}title`,
    description: `${name}description`,
    priceDkk: number,
    make: `${name}make`,
    model: `${name}model`,
    variant: `${name}variant`,
    city: `${name}city`,
    color: `${name}color`,
    equipment: [`${name}equipment`],
    mileageKm: number + 1,
    plate: `ZX${10_000 + made * 97}`,
    photos: [
      {
        small: photo('s'),
        large: photo('l'),
        blurredSmall: photo('blurs'),
        blurredLarge: photo('blurl'),
        hash: `${name}hash`,
      },
    ],
    priceHistory: [{ at, priceDkk: number + 2 }],
    story: tellStory(
      ['inspections'],
      [
        storyEvent('inspection', 'inspection_report', {
          ...{ said: `${name}said`, place: `${name}place`, faults: [`${name}fault`] },
          ...{ mileageKm: number + 3, amountDkk: number + 4 },
        }),
      ],
    ),
    rating: makeRating({
      ...{ lowDkk: number + 11, avgDkk: number + 12, highDkk: number + 13 },
      modelVersion: `${name}version`,
      comparableIds: [],
    }),
    scrapedAt: at,
    updatedAt: at,
    ...fields,
  });
}

/** A car that is locked, because it is rated amazing. */
function lockedCanary(name: string, fields: Partial<Car> = {}): Car {
  const car = canary(name, fields);
  return { ...car, rating: { ...car.rating, deal: 'amazing' } };
}

export const sharedLocked: readonly Car[] = ['jqa', 'jqb', 'jqc'].map((name) => lockedCanary(name));
/** Open cars, whose comparables are the locked ones, as valuations do. */
export const sharedOpen: readonly Car[] = ['vwa', 'vwb', 'vwc'].map((name) => {
  const car = canary(name);
  return { ...car, rating: { ...car.rating, comparableIds: sharedLocked.map(({ id }) => id) } };
});
const own = (member: Member, name: string) => ({ id: `p-${name}${member}`, ownerId: member });
export const ownLocked: Readonly<Record<Member, Car>> = byMember((member) =>
  lockedCanary(`jz${member}`, own(member, 'jz')),
);
export const ownOpen: Readonly<Record<Member, Car>> = byMember((member) => {
  const car = canary(`vz${member}`, own(member, 'vz'));
  return { ...car, rating: { ...car.rating, comparableIds: sharedLocked.map(({ id }) => id) } };
});

function byMember<T>(make: (member: Member) => T): Record<Member, T> {
  return Object.fromEntries(members.map((member) => [member, make(member)])) as Record<Member, T>;
}

const estimatesOf = ({ rating }: Car): string[] => [
  ...[rating.lowDkk, rating.avgDkk, rating.highDkk].map(String),
  String(rating.modelVersion),
];

const platesOf = ({ plate, photos }: Car): string[] => [
  plate!,
  ...photos.flatMap(({ small, large }) => [`${small}"`, `${large}"`]),
];

/** Every text and number that identifies a car. */
const everythingOf = (car: Car): string[] => [
  car.id,
  /\d{6,}/.exec(car.itemUrl)![0],
  ...[car.title, car.description, car.make!, car.model!, car.variant!, car.city!, car.color!, car.plate!],
  ...car.equipment,
  ...[car.priceDkk, car.mileageKm!].map(String),
  ...car.priceHistory.map(({ priceDkk }) => String(priceDkk)),
  ...car.photos.flatMap((photo) => Object.values(photo).map(String)),
  ...estimatesOf(car),
];

const others = (reader: ReaderKind) => members.filter((member) => member !== reader);

/** The texts and numbers that the server must never send to this reader. */
export function forbiddenFor(reader: ReaderKind): string[] {
  const isPremium = reader === 'premium';
  const seesEstimates = isPremium || reader === 'beta';
  const mine = reader === 'anonymous' ? [] : [ownOpen[reader]];
  const foreign = others(reader).flatMap((member) => [ownOpen[member], ownLocked[member]]);
  const locked = [...sharedLocked, ...(reader === 'anonymous' ? [] : [ownLocked[reader]])];
  const all = [...sharedOpen, ...sharedLocked, ...Object.values(ownOpen), ...Object.values(ownLocked)];
  return [
    // A photo's hash, by which cars are recognised, is sent to nobody.
    ...all.flatMap(({ photos }) => photos.map(({ hash }) => hash!)),
    ...foreign.flatMap(everythingOf),
    ...(isPremium ? [] : locked.flatMap(everythingOf)),
    ...(seesEstimates ? [] : [...sharedOpen, ...mine].flatMap(estimatesOf)),
    ...(reader === 'anonymous' ? sharedOpen.flatMap(platesOf) : []),
  ];
}

/** Removes the separators of the languages' numbers, so that "12.345" equals "12345". */
const plainNumbers = (text: string) => text.replace(/(?<=\d)[.,\u00a0\u202f ](?=\d{3})/g, '');

/** Whether a value is a picture in JSON: its bytes could equal a secret number by chance. */
const isBytes = (value: unknown) =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'Buffer';

/** The forbidden texts and numbers in something that was sent. */
export function leaksIn(reader: ReaderKind, left: unknown): string[] {
  const text = JSON.stringify(left, (_name, value) => (isBytes(value) ? '' : value)) ?? '';
  const both = `${text} ${plainNumbers(text)}`;
  return forbiddenFor(reader).filter((each) => both.includes(each));
}

const alertCar = ({ id, title, priceDkk }: Car) => ({ id, title, priceDkk });

/** One alert of each kind about locked and open cars; some were written when the locked ones were still open. */
function alertsOf(member: Member): Alert[] {
  const search = searchOf(member);
  const cars = [...sharedLocked, ...sharedOpen].map(alertCar);
  const several = { search, count: 9, car: null, cars };
  const ofSeveral: Alert[] = [
    { kind: 'new_cars', ...several },
    { kind: 'amazing_deal', ...several },
  ];
  const ofOne = cars.flatMap((car): Alert[] => [
    { kind: 'new_cars', search, count: 1, car },
    { kind: 'price_drop', car, fromDkk: car.priceDkk + 500_000 },
    { kind: 'below_market', search, car, percent: 12 },
    { kind: 'car_gone', car, isSold: true },
    { kind: 'car_back', car },
    { kind: 'car_rated', car },
    ...(car.id.startsWith('jq') ? [{ kind: 'amazing_deal', search, count: 1, car } satisfies Alert] : []),
  ]);
  return [...ofOne, ...ofSeveral];
}

const store = (car: Car) =>
  storeCar(car, {
    id: /\d{6,}/.exec(car.itemUrl)![0],
    itemUrl: car.itemUrl,
    title: car.title,
    description: car.description,
    photoUrls: [`https://photos.example/${car.title}.jpg`],
  });

/** Stores every kind of item that a person can have, about locked and open cars. */
async function plantFor(member: Member): Promise<void> {
  const { addDiscovery, addToList } = await import('#functions/cars/store.ts');
  const { starCar } = await import('#functions/accounts/store.ts');
  const { addCollection } = await import('#functions/searches/collection-store.ts');
  const { beginImport } = await import('#functions/imports/begin-import.ts');
  const { addToJob } = await import('#functions/imports/job-store.ts');
  const { rememberHappenings, tell } = await import('#functions/alerts/store.ts');
  const { userKeys } = await import('#functions/platform/keys.ts');
  const { putItem } = await import('#functions/platform/table.ts');
  const { startSearch } = await import('#functions/searches/change-searches.ts');
  const { happeningKey } = await import('#core/alerts/alert.ts');
  const now = new Date(canaryNow);
  await store(ownLocked[member]);
  await store(ownOpen[member]);
  const carIds = [...sharedLocked, ...sharedOpen, ownLocked[member], ownOpen[member]].map(({ id }) => id);
  await beginImport({
    userId: member,
    job: {
      id: jobOf(member),
      kind: 'scrape',
      href: `https://x/${member}`,
      linkHash: member,
      privateTo: null,
    },
    historyId: `history-of-${member}`,
    scrapeType: 'manual',
    charge: { month: '2026-11', limit: 20 },
    idempotencyKey: null,
    now,
  });
  await addToJob(jobOf(member), { found: carIds, done: carIds }, at);
  await addCollection(member, 'list', { id: listOf(member), name: 'Mine', createdAt: at });
  for (const carId of carIds) {
    await starCar(member, carId, at);
    await addDiscovery(member, { carId, jobId: jobOf(member), discoveredAt: at });
    await addToList(member, listOf(member), carId);
  }
  const search = searchOf(member);
  await startSearch({ userId: member, limit: 3, now, id: search.id, href: 'https://x', name: search.title });
  await putItem({
    ...userKeys.runDiscoveries(member, jobOf(member)),
    kind: 'FOUND',
    userId: member,
    searchId: search.id,
    carIds: carIds.slice(0, 6),
    ttl: Math.floor(now.getTime() / 1000) + 6 * 86_400,
  });
  const happenings = [...sharedLocked, ...sharedOpen].map((car) => {
    const kind = car.rating.deal === 'amazing' ? ('amazing_deal' as const) : ('new_cars' as const);
    const happening = { kind, search, car: alertCar(car) };
    return { key: happeningKey(happening), happening };
  });
  await rememberHappenings(happenings, {
    userId: member,
    dueAt: '2026-11-21T09:00:00.000Z',
    newId: () => 'pending',
    nowMs: now.getTime(),
  });
  const told = alertsOf(member).map((alert, n) => ({ id: `note-${String(n).padStart(3, '0')}`, at, alert }));
  await tell({
    userId: member,
    due: [],
    notifications: told.map(({ id, alert }) => ({ id, alert, createdAt: at, readAt: null })),
    outgoing: { userId: member, id: 'out', alerts: told, dueAt: at, done: [], attempts: 0 },
  });
}

/** Stores the cars, and each member's plan and items. */
export async function plantCanaries(): Promise<void> {
  for (const car of [...sharedLocked, ...sharedOpen]) await store(car);
  await storePlan('beta', { priceUnlock: { until: null } });
  await storePlan('premium', { type: 'lifetime' });
  await storePlan('expired', { type: 'premium_monthly', currentPeriodEnd: '2026-11-20T08:00:00.000Z' });
  for (const member of members) await plantFor(member);
}
