import { type Alert, alertsOf, carsOf, type Happening, typeOfKind } from '#core/alerts/alert.ts';
import { type AlertWords, alertWords } from '#core/alerts/alert-words.ts';
import { type Car, isLocked, type Viewer } from '#core/cars/car.ts';
import { type ReaderMarks, wireCarDetail } from '#core/cars/wire.ts';
import type { Language } from '#core/shared.ts';

/** An item of a person's partition: its kind and the entity's own fields, without keys and indexes. */
export type StoredItem = { kind: string; fields: Readonly<Record<string, unknown>> };

/** Who asks for what is stored of them. */
export type ExportReader = {
  viewer: Viewer;
  language: Language;
  /** Of the cars that the items name, those that are locked for this person today. */
  lockedCarIds: ReadonlySet<string>;
  marksOf: (carId: string) => ReaderMarks;
};

type Fields = StoredItem['fields'];
type Exported = Record<string, unknown>;
/** What leaves of an item of one kind; `carIds` are the cars that it names, whose deal decides. */
type Rule = {
  carIds: (fields: Fields) => readonly string[];
  /** Null: nothing of such an item is the person's data. */
  export: (fields: Fields, reader: ExportReader) => Exported | null;
};

/** What is said of a locked car, as on the screens: that there is one. */
const lockedMark = { deal: 'amazing', locked: true } as const;

const plain: Rule = { carIds: () => [], export: (fields) => ({ ...fields }) };
const ours: Rule = { carIds: () => [], export: () => null };

const idOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
const idsOf = (value: unknown): string[] =>
  value instanceof Set || Array.isArray(value) ? [...value].flatMap(idOf) : [];

/** A mark on one car: a star, a discovery. */
const ofCar: Rule = {
  carIds: ({ carId }) => idOf(carId),
  export: (fields, { lockedCarIds }) =>
    idOf(fields.carId).some((id) => lockedCarIds.has(id)) ? lockedMark : { ...fields },
};

/** Several cars of one thing: a list, the discoveries of a run. */
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
  // The words of a single car name it.
  ...(carId === null &&
    cars.length > 0 && { cars: cars.map(({ id, title: name, price }) => ({ id, title: name, price })) }),
});
const carIdsOf = (alerts: readonly Alert[]) => alerts.flatMap(carsOf).map(({ id }) => id);

type Outgoing = { id: string; at: string; alert: Alert };

/** A car of a page that the person dropped, as its page shows it to them: the rating is sold, whoever brought the page. */
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
  AUTOSEARCH: plain,
  GUARD: plain,
  INBOX: plain,
  ALERTSETTINGS: plain,
  PUSHDEVICE: plain,
  CUSTOMER: plain,
  STAR: ofCar,
  MATCH: ofCar,
  LIST: ofCars,
  FOUND: ofCars,
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
  CHECKED: plain,
  ASKED: plain,
  // What the register said of it is told on the car's page.
  TYPEDPLATE: {
    carIds: ({ carId }) => idOf(carId),
    export: ({ carId, plate, typedAt }, { lockedCarIds }) =>
      idOf(carId).some((id) => lockedCarIds.has(id)) ? lockedMark : { carId, plate, typedAt },
  },
  // What the ad says is in the car of that page.
  WITNESS: {
    carIds: () => [],
    export: ({ adId, sentAt, accountSince }) => ({ ad: adId, sent_at: sentAt, account_since: accountSince }),
  },
  // Marks of how the service works: which car an ad is, what was told once, an answer kept for a repeated click, an open page,
  // the hour that a press of the button paid for.
  AD: ours,
  SEEN: ours,
  IDEM: ours,
  PAIDHOUR: ours,
  SOCKET: ours,
};

/**
 * The kinds of a person's items that are decided on here. Of any other kind nothing leaves.
 * @internal For the test that knows every kind.
 */
export const exportedKinds: readonly string[] = Object.keys(rules);

/** The cars that an item names and whose deal decides what leaves of it. */
export const carIdsIn = ({ kind, fields }: StoredItem): readonly string[] =>
  rules[kind]?.carIds(fields) ?? [];

/** Sets come back as JavaScript sets, which JSON would show empty. */
const listed = (value: unknown): unknown => (value instanceof Set ? [...value] : value);

/**
 * What a person is given of the items stored of them, by kind ("STAR" → "star"): no more than the screens show them. Items
 * of locked cars come last, so that their place among the others names none.
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
