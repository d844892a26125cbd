import { type Alert, alertsOf, carsOf, type Happening, typeOfKind } from '#core/alerts/alert.ts';
import { type AlertWords, alertWords } from '#core/alerts/alert-words.ts';
import { type Car, isLocked, type Viewer } from '#core/cars/car.ts';
import { type ReaderMarks, wireCarDetail } from '#core/cars/wire.ts';
import type { StoredFeed } from '#core/searches/automated-search.ts';
import type { Language } from '#core/shared.ts';

/** An item in a person's partition: its kind and the entity's fields, without keys and indexes. */
export type StoredItem = { kind: string; fields: Readonly<Record<string, unknown>> };

export type ExportReader = {
  viewer: Viewer;
  language: Language;
  lockedCarIds: ReadonlySet<string>;
  marksOf: (carId: string) => ReaderMarks;
};

type Fields = StoredItem['fields'];
type Exported = Record<string, unknown>;
/** What is exported of items of one kind; `carIds` are the cars in it, whose deals decide what is left out. */
type Rule = {
  carIds: (fields: Fields) => readonly string[];
  /** Null if nothing in such an item is the person's data. */
  export: (fields: Fields, reader: ExportReader) => Exported | null;
};

/** Replaces a locked car: it only says that there is one, as the screens do. */
const lockedMark = { deal: 'amazing', locked: true } as const;

const plain: Rule = { carIds: () => [], export: (fields) => ({ ...fields }) };
const ours: Rule = { carIds: () => [], export: () => null };

const idOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
const idsOf = (value: unknown): string[] =>
  value instanceof Set || Array.isArray(value) ? [...value].flatMap(idOf) : [];

/** Items about one car: a star, a hidden car, a discovery. */
const ofCar: Rule = {
  carIds: ({ carId }) => idOf(carId),
  export: (fields, { lockedCarIds }) =>
    idOf(fields.carId).some((id) => lockedCarIds.has(id)) ? lockedMark : { ...fields },
};

/** Items with several cars: a list, the discoveries of a run. */
const ofCars: Rule = {
  carIds: ({ carIds }) => idsOf(carIds),
  export(fields, { lockedCarIds }) {
    const all = idsOf(fields.carIds);
    const open = all.filter((id) => !lockedCarIds.has(id));
    return { ...fields, carIds: open, ...(open.length < all.length && { locked: all.length - open.length }) };
  },
};

const wordsOf = ({ title, message, carId, path, cars }: AlertWords) => ({
  ...{ title, message, car_id: carId, path },
  // A text about a single car would identify it.
  ...(carId === null &&
    cars.length > 0 && { cars: cars.map(({ id, title: name, price }) => ({ id, title: name, price })) }),
});
const carIdsOf = (alerts: readonly Alert[]) => alerts.flatMap(carsOf).map(({ id }) => id);

type Outgoing = { id: string; at: string; alert: Alert };

/** A car of the person's own page, as the app shows it: its rating may be locked even though they sent the page. */
const ownCar: Rule = {
  carIds: () => [],
  export(fields, { viewer, marksOf }) {
    const car = fields.car as Car;
    return isLocked(viewer, car.rating) ? lockedMark : wireCarDetail(car, viewer, marksOf(car.id), []);
  },
};

const rules: Readonly<Record<string, Rule>> = {
  PROFILE: plain,
  PLAN: plain,
  USAGE: plain,
  STATUS: plain,
  HISTORY: plain,
  SAVED: plain,
  TALLY: plain,
  AUTOSEARCH: {
    carIds: () => [],
    export: ({ feed, ...fields }) => ({
      ...fields,
      ...(feed ? { feed_since: (feed as StoredFeed).since } : {}),
    }),
  },
  GUARD: plain,
  INBOX: plain,
  ALERTSETTINGS: plain,
  PUSHDEVICE: plain,
  CUSTOMER: plain,
  STAR: ofCar,
  HIDDEN: ofCar,
  MATCH: ofCar,
  // A note is the person's own words; which car it is about and what that cost may be locked.
  HUNT: {
    carIds: ({ carId }) => idOf(carId),
    export: ({ note, stage, day, changedAt, carId, priceDkk }, { lockedCarIds }) => ({
      ...{ note, stage, day, changed_at: changedAt },
      ...(idOf(carId).some((id) => lockedCarIds.has(id)) ? lockedMark : { carId, price: priceDkk }),
    }),
  },
  // The partner is somebody else.
  LIST: {
    carIds: ofCars.carIds,
    export: ({ shareHash: _, partnerId, ...fields }, reader) => ({
      ...ofCars.export(fields, reader),
      ...(partnerId !== undefined && { has_partner: true }),
    }),
  },
  SHAREDLIST: { carIds: () => [], export: ({ at }) => ({ joined_at: at }) },
  FOUND: ofCars,
  MISSED: ofCars,
  CAR: ownCar,
  NOTE: {
    carIds: ({ alert }) => carIdsOf([alert as Alert]),
    export: ({ alert, ...fields }, reader) => ({
      ...fields,
      type: typeOfKind[(alert as Alert).kind],
      ...wordsOf(alertWords(alert as Alert, reader)),
    }),
  },
  OUTGOING: {
    carIds: ({ alerts }) => carIdsOf((alerts as Outgoing[]).map(({ alert }) => alert)),
    export: ({ alerts, ...fields }, reader) => ({
      ...fields,
      alerts: (alerts as Outgoing[]).map(({ id, at, alert }) => ({
        ...{ id, at },
        ...wordsOf(alertWords(alert, reader)),
      })),
    }),
  },
  PENDING: {
    carIds: ({ finds }) =>
      (finds as Happening[]).flatMap((happening) => ('car' in happening ? [happening.car.id] : [])),
    export: ({ finds }, reader) => ({
      alerts: alertsOf(finds as Happening[], reader.viewer.isPremium).map((alert) =>
        wordsOf(alertWords(alert, reader)),
      ),
    }),
  },
  OWNPAGE: plain,
  TOKEN: {
    carIds: () => [],
    export: ({ hash: _, issuedAt: __, ...fields }) => fields,
  },
  CHECKED: plain,
  ASKED: plain,
  // The register's answer is part of the car's page.
  TYPEDPLATE: {
    carIds: ({ carId }) => idOf(carId),
    export: ({ carId, plate, typedAt }, { lockedCarIds }) =>
      idOf(carId).some((id) => lockedCarIds.has(id)) ? lockedMark : { carId, plate, typedAt },
  },
  // The ad's content is exported with the car of that page.
  WITNESS: {
    carIds: () => [],
    export: ({ adId, sentAt, accountSince }) => ({ ad: adId, sent_at: sentAt, account_since: accountSince }),
  },
  // Internal records: which car an ad belongs to, what was told once, cached answers to repeated requests, open pages, and
  // paid hours of the button.
  AD: ours,
  SEEN: ours,
  IDEM: ours,
  PAIDHOUR: ours,
  // What the ratings of the own cars above rest on.
  OWNBOOK: ours,
  SOCKET: ours,
};

/**
 * The kinds of items with a rule here. Items of other kinds are not exported.
 * @internal For the test that knows every kind.
 */
export const exportedKinds: readonly string[] = Object.keys(rules);

/** The cars in an item whose deals decide what is exported. */
export const carIdsIn = ({ kind, fields }: StoredItem): readonly string[] =>
  rules[kind]?.carIds(fields) ?? [];

/** Sets become arrays; JSON would show them empty. */
const listed = (value: unknown): unknown => (value instanceof Set ? [...value] : value);

/**
 * A person's data from their items, by kind ("STAR" → "star"), with no more than the screens show. Items of locked cars come
 * last, so that their position does not identify them.
 */
export function exportItems(
  items: readonly StoredItem[],
  reader: ExportReader,
): Record<string, Record<string, unknown>[]> {
  const all: Record<string, Record<string, unknown>[]> = {};
  for (const { kind, fields } of items) {
    const exported = rules[kind]?.export(fields, reader);
    if (!exported) continue;
    const shown = Object.fromEntries(Object.entries(exported).map(([name, value]) => [name, listed(value)]));
    all[kind.toLowerCase()] = [...(all[kind.toLowerCase()] ?? []), shown];
  }
  for (const [kind, some] of Object.entries(all))
    all[kind] = some.toSorted((a, b) => Number(a.locked === true) - Number(b.locked === true));
  return all;
}
