import * as z from 'zod/mini';
import { bulkErrors, mostBulkRows } from '#core/cars/bulk-check.ts';
import { huntStages } from '#core/cars/hunt.ts';
import { specification, type WireSpecification } from '#core/cars/specification.ts';
import { changes, documented, done, queryInteger, rows } from '#core/contract/route.ts';
import { bodies, fuels, gearboxes, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { limits } from '#core/payments/plan.ts';
import { languages } from '#core/shared.ts';
import { deals, ratingReasons } from '#core/valuation/valuation.ts';
import {
  carFacets,
  carQuery,
  kmPerYear,
  plateOfCar,
  typedCar,
  wireComparable,
  wireCost,
  wireFact,
  wireOffering,
  wireOutlook,
  wireStory,
  wireVerdict,
} from './car-parts.ts';

export const deal = z.enum(deals);

const nullable = {
  string: z.nullable(z.string()),
  number: z.nullable(z.number()),
};

/** The name of a finding: something to check before buying. */
const findingName = z.object({ in: z.enum(['story', 'fact', 'caution']), kind: z.string() });

/** A car with the fields of docs/spec.md, section 3. Fields that the reader may not see are null. */
export const wireCar = z.object({
  id: z.string(),
  locked: z.literal(false),
  title: z.string(),
  price: z.number(),
  foreign_price: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
  brand: nullable.string,
  model: nullable.string,
  variant: nullable.string,
  year: nullable.number,
  /** Kilometres, or "187xxx" if the seller masked it. */
  mileage: z.nullable(z.union([z.number(), z.string()])),
  city: nullable.string,
  fuel: z.nullable(z.enum(fuels)),
  gearbox: z.nullable(z.enum(gearboxes)),
  seller_type: z.nullable(z.enum(sellerTypes)),
  plate: nullable.string,
  image_urls: z.array(z.string()),
  deal,
  deal_reason: z.enum(ratingReasons),
  /** Estimates, for premium or beta unlock only. */
  valuation_low: nullable.number,
  valuation_avg: nullable.number,
  valuation_high: nullable.number,
  /** The number of comparables that the reader may see; in a list for premium only. */
  comparable_count: nullable.number,
  scraped_time: z.string(),
  listed_at: nullable.string,
  discovered_at: nullable.string,
  isStarred: z.boolean(),
  is_private: z.boolean(),
  availability: z.enum(['live', 'pending', 'sold', 'gone', 'unseen']),
  /** The marketplaces that are known to offer it. */
  sources: z.array(z.enum(marketplaceIds)),
  /** Whole days from its first sighting until it was last seen, or gone. */
  days_listed: z.number(),
  /** Whether `days_listed` is exact or a minimum. */
  is_age_known: z.boolean(),
  /** Whole days since it was last seen. */
  unseen_days: z.number(),
  /** The reduction that led to the present price. */
  price_drop: z.nullable(z.object({ at: z.string(), amount: z.number() })),
  /** In the list: kilometres from the town that was asked about; null if the car's town is unknown. */
  distance_km: z.optional(nullable.number),
  /** In a list that asked about it: tax and energy in DKK a month, and what is not in it, because it is unknown; null if both are, or nobody comes to own the car. */
  running_cost: z.optional(
    z.nullable(z.object({ month: z.number(), lacks: z.nullable(z.enum(['tax', 'energy'])) })),
  ),
  /** In a list that asked about range or battery: those of an electric car, null where they are not known. */
  electric_km: z.optional(nullable.number),
  electric_kwh: z.optional(nullable.number),
  findings: z.object({ count: z.number(), heavy: z.number(), heaviest: z.nullable(findingName) }),
});
export type WireCar = z.infer<typeof wireCar>;

export type ShownCar = Pick<
  WireCar,
  | 'title'
  | 'price'
  | 'foreign_price'
  | 'year'
  | 'mileage'
  | 'city'
  | 'plate'
  | 'image_urls'
  | 'deal'
  | 'deal_reason'
  | 'valuation_low'
  | 'valuation_avg'
  | 'valuation_high'
  | 'availability'
  | 'is_private'
> &
  // Recorded example imports of older versions lack these.
  Partial<
    Pick<
      WireCar,
      | 'days_listed'
      | 'is_age_known'
      | 'unseen_days'
      | 'scraped_time'
      | 'price_drop'
      | 'findings'
      | 'distance_km'
      | 'running_cost'
      | 'electric_km'
      | 'electric_kwh'
    >
  >;

/** What registers and ad say about a car apart from its price, for everybody who may see that the car exists. */
export const wireTold = z.object({
  naeste_syn: nullable.string,
  register_state: z.enum(['found', 'absent', 'pending', 'no_plate', 'unread']),
  facts: z.array(wireFact),
  story: wireStory,
  mileage_verdict: wireVerdict,
  cautions: z.array(z.string()),
  mileage: wireCar.shape.mileage,
  /** When an ad was first seen with this mileage; null if unknown. */
  mileage_seen: nullable.string,
  scraped_time: z.string(),
  /** In a plate check: the reader typed this mileage, and no ad has it. */
  is_mileage_typed: z.optional(z.literal(true)),
});
export type WireTold = z.infer<typeof wireTold>;

/** Why a car is called amazing or poor on weak evidence, told to everybody: most or all comparables were corrected a lot, or the value is the register's. */
const ratedDespite = z.enum(['most_corrected', 'all_corrected', 'value_of_register']);

/** Everything that is sent about an amazing car to readers without premium access. */
export const lockedCar = z.object({
  id: z.string(),
  deal: z.literal('amazing'),
  locked: z.literal(true),
  /** The reader's own star, on the car's page only. */
  isStarred: z.optional(z.literal(true)),
  /** The kinds of warnings, on the car's page only, because warnings are never part of premium. No numbers or dates. */
  findings: z.optional(z.array(findingName)),
  /** What weakens the rating, on the car's page only: a doubt is never part of premium. */
  rated_despite: z.optional(ratedDespite),
  /** What registers were asked about, on the car's page only: without it, no warning would read like a clean answer. */
  asked: z.optional(wireStory.shape.asked),
  /** Why the car can perhaps no longer be bought, on the car's page only; absent while its ad was seen within a week. */
  no_offer: z.optional(z.enum(['sold', 'gone', 'unseen'])),
  /** If the reader entered the car's plate: what the registers say about it. */
  told: z.optional(wireTold),
});
export type LockedCar = z.infer<typeof lockedCar>;

/** An ad of a running import as its marketplace shows it, not rated yet. */
export const unratedAd = z.object({
  /** Its car's id, for premium readers: others would learn by it which ads became amazing cars. */
  id: z.optional(z.string()),
  title: z.string(),
  price: z.number(),
  foreign_price: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
  year: nullable.number,
  mileage: nullable.number,
  city: nullable.string,
  image_url: nullable.string,
});
export type UnratedAdWire = z.infer<typeof unratedAd>;

export const carList = z.object({
  cars: z.array(z.union([wireCar, lockedCar])),
  page: z.number(),
  totalCount: z.number(),
  totalPages: z.number(),
  catalogVersion: z.string(),
  /** On the first page of a running import's cars: its ads that are not rated yet. */
  unrated: z.optional(z.array(unratedAd)),
  ...carFacets,
});
export type CarListWire = z.infer<typeof carList>;

/** What a person keeps about a car for themselves. Three empty fields: nothing. */
export const huntFields = {
  note: documented(z.string().check(z.trim(), z.maxLength(limits.huntNoteLength)), {}),
  stage: z.nullable(z.enum(huntStages)),
  /** The day of the viewing or of whatever comes next, "2026-12-01". */
  day: z.nullable(z.iso.date()),
};

const huntedCar = z.object({
  ...huntFields,
  id: z.string(),
  changed_at: z.string(),
  /** Null when nothing is stored of the car any more. */
  car: z.nullable(z.union([wireCar, lockedCar])),
  /** The car's price when the entry was last changed, where it asks another one today. */
  price_before: nullable.number,
  /** Whether the car was on sale when the entry was last changed, and is not any more. */
  has_ended: z.boolean(),
});
export type HuntedCarWire = z.infer<typeof huntedCar>;

/** The fields of `core/cars/specification.ts`. */
const wireFacts = Object.fromEntries(
  Object.values(specification).map(({ wire, kind }) => [
    wire,
    kind === 'day' ? nullable.string : nullable.number,
  ]),
) as unknown as { [Name in keyof WireSpecification]: z.ZodMiniType<WireSpecification[Name]> };

/** `source`: who publishes the figure of the variant; null where the ad itself says it. */
const electricFigure = z.object({ value: z.number(), source: nullable.string });

export const wireCarDetail = z.extend(wireCar, {
  /** The title without number plates, for sharing with people who are not signed in. */
  share_title: z.string(),
  description: z.string(),
  item_url: z.string(),
  source: z.enum(marketplaceIds),
  ...wireOffering,
  ...wireFacts,
  /** Null of all but electric cars. A figure is null where the ad does not tell the car's variant, or nothing is known of it. */
  electric: z.nullable(
    z.object({
      /** `is_usable`: without what the car keeps back; false where it is not said. */
      battery_kwh: z.nullable(z.extend(electricFigure, { is_usable: z.boolean() })),
      /** The longest of the variant by WLTP, or what the ad says. */
      range_km: z.nullable(electricFigure),
      ac_kw: z.nullable(electricFigure),
      dc_kw: z.nullable(electricFigure),
    }),
  ),
  color: nullable.string,
  body: z.nullable(z.enum(bodies)),
  drivkraft_type_navn: nullable.string,
  automatgear: z.nullable(z.boolean()),
  koeretoej_udstyr_samling: z.array(z.string()),
  sidste_syn: nullable.string,
  ...wireTold.shape,
  /** Who entered the plate: the reader, or several people who agree; null if it was found otherwise or is unknown. */
  plate_typed_by: z.nullable(z.enum(['me', 'people'])),
  price_history: z.array(z.object({ at: z.string(), price: z.number() })),
  rated_despite: z.nullable(ratedDespite),
  /** "Why this rating" with numbers, for premium or beta unlock only. */
  why: z.nullable(
    z.object({
      source: z.enum(['model', 'register']),
      model_version: nullable.string,
      comparables: z.array(wireComparable),
      terms: z.array(z.object({ name: z.string(), dkk: z.number() })),
    }),
  ),
});
export type WireCarDetail = z.infer<typeof wireCarDetail>;

/** Maximum of links per request: more than a page of search results shows at first. */
const mostKnownLinks = 60;

/** A car as a line beside its ad shows it. */
const knownCar = z.object({
  id: wireCar.shape.id,
  deal,
  deal_reason: wireCar.shape.deal_reason,
  price: wireCar.shape.price,
  /** Price minus market value in whole hundreds of DKK; null where there is none and for callers who see no estimates. */
  gap: nullable.number,
  findings: wireCar.shape.findings,
  /** Rated by its ad alone while its photos are searched for a plate: its rating and findings may change within seconds. */
  is_preliminary: z.boolean(),
  /** When the ad was last seen. */
  scraped_time: wireCar.shape.scraped_time,
});
export type KnownCarWire = z.infer<typeof knownCar>;

/**
 * For functions that load the catalog: memory for 400,000 cars, a whole processor for loading, and time for a slow day (9 s
 * were measured). A function that times out while loading starts again and answers nobody.
 */
const holdsCatalog = { memoryMb: 2048, timeoutSeconds: 25 } as const;

export const carRoutes = rows('cars', {
  'GET /api/cars': {
    name: 'list-cars',
    refuses: [404],
    auth: 'optional',
    scopes: ['read'],
    needs: ['table:read', 'token-use:write', 'catalog:read', 'car-index:read'],
    summary: 'One page of the car list with totals and facets.',
    query: carQuery,
    response: carList,
    ...holdsCatalog,
    anonymousCacheSeconds: 10,
  },
  'GET /api/counts': {
    name: 'count-cars',
    auth: 'public',
    needs: ['table:read', 'catalog:read', 'car-index:read'],
    summary: 'The counts of the hero: amazing, fair, poor, no estimate, total.',
    response: z.object({
      amazing: z.number(),
      fair: z.number(),
      poor: z.number(),
      no_estimate: z.number(),
      total: z.number(),
      catalogVersion: z.string(),
    }),
    ...holdsCatalog,
    anonymousCacheSeconds: 10,
  },
  'GET /api/cars/{id}': {
    name: 'get-car',
    auth: 'optional',
    scopes: ['read'],
    needs: ['table:read', 'token-use:write'],
    summary: 'One car with everything the reader may see; a locked stub for a locked car.',
    response: z.union([wireCarDetail, lockedCar]),
  },
  'POST /api/cars/known': {
    name: 'list-known-cars',
    auth: 'user',
    scopes: ['read', 'pages'],
    rate: 'reading',
    needs: ['table:read', 'token-use:write'],
    summary:
      'Which of these ads are known and how they are rated, as the caller may see it. A car that is locked for the caller is answered like an unknown one.',
    body: z.object({
      /** Addresses of ads on their marketplaces. */
      links: z.array(z.string().check(z.maxLength(2048))).check(z.minLength(1), z.maxLength(mostKnownLinks)),
      userId: z.optional(z.string().check(z.maxLength(128))),
    }),
    response: z.object({
      /** In the order of the request. */
      cars: z.array(z.object({ link: z.string(), car: z.nullable(knownCar) })),
    }),
  },
  'GET /api/cars/{id}/cost': {
    name: 'get-car-cost',
    auth: 'optional',
    needs: ['table:read', 'data:read'],
    summary: 'What a car costs to own: tax, energy, and its loss of value when driven so many km a year.',
    query: z.object({ km: kmPerYear }),
    response: z.union([wireCost, lockedCar]),
    memoryMb: 1024,
  },
  'GET /api/cars/{id}/outlook': {
    name: 'get-outlook',
    auth: 'optional',
    needs: ['table:read', 'data:read'],
    summary:
      'What is known of the market of a car that has no rating: which cars of the model were seen, and a range if there is one. Empty for other cars.',
    response: wireOutlook,
    memoryMb: 1024,
  },
  'GET /api/cars/{id}/similar': {
    name: 'list-similar-cars',
    auth: 'optional',
    needs: ['table:read', 'catalog:read', 'car-index:read'],
    summary: 'Up to eight open cars most like this one: make, model, year, mileage, price.',
    response: z.object({ cars: z.array(wireCar) }),
    ...holdsCatalog,
    anonymousCacheSeconds: 10,
  },
  'PUT /api/stars/{id}': {
    name: 'star-car',
    ...changes,
    summary: 'Star a car.',
  },
  'DELETE /api/stars/{id}': {
    name: 'unstar-car',
    ...changes,
    summary: 'Take the star away.',
  },
  'PUT /api/hidden/{id}': {
    name: 'hide-car',
    ...changes,
    summary: 'Hide a car: the caller’s lists leave it out and nothing is told of it.',
  },
  'DELETE /api/hidden/{id}': {
    name: 'unhide-car',
    ...changes,
    summary: 'Show a hidden car again.',
  },
  'PUT /api/discoveries/{id}': {
    name: 'restore-discovery',
    ...changes,
    summary: 'Put a removed car back among the discoveries (undo).',
  },
  'DELETE /api/discoveries/{id}': {
    name: 'remove-discovery',
    ...changes,
    summary: 'Remove a car from My Discoveries.',
  },
});

/** The listed car whose plate a person entered, as its ad and its page have it. */
const onList = z.pick(wireCar, {
  id: true,
  title: true,
  price: true,
  foreign_price: true,
  mileage: true,
  deal: true,
  days_listed: true,
  is_age_known: true,
});
export type WireOnList = z.infer<typeof onList>;

/** Absent if no listed car has the plate, or none that the reader may see. */
const named = { on_list: z.optional(onList) };
const checkedCar = z.union([z.extend(wireCarDetail, named), z.extend(lockedCar, named)]);
export type CheckedCarWire = z.infer<typeof checkedCar>;

/** A row of a file of cars: exactly one of `car` and `error`. */
const bulkRow = z.object({
  /** Its line in the file. */
  line: z.number(),
  plate: z.string(),
  car: z.nullable(
    z.object({
      title: z.string(),
      year: nullable.number,
      mileage: wireCar.shape.mileage,
      price: nullable.number,
      deal,
      low: nullable.number,
      market: nullable.number,
      high: nullable.number,
      /** Price minus market value. */
      gap: nullable.number,
      /** Days on the list; null for a car that is not on it. */
      days_listed: nullable.number,
      is_age_known: z.nullable(z.boolean()),
      /** What to look at: the heaviest finding, and how many there are. */
      finding: z.nullable(findingName),
      findings: z.number(),
    }),
  ),
  error: z.nullable(z.enum(bulkErrors)),
  /** What to look at, or why it was not valued, as a sentence. */
  note: nullable.string,
});
export type BulkRowWire = z.infer<typeof bulkRow>;

export const typedPlateRoutes = rows('cars', {
  'PUT /api/cars/{id}/plate': {
    name: 'type-plate',
    auth: 'user',
    rate: 'importing',
    refuses: [409],
    needs: ['table:write', 'register-secret:read', 'users:read'],
    summary:
      'Type or correct the number plate of a car, for yourself; once others typed the same, for everybody. 409 with what the register says where it knows another car by it, unless `confirmed`.',
    body: plateOfCar,
    response: z.union([wireCarDetail, lockedCar]),
    memoryMb: 1024,
  },
  'DELETE /api/cars/{id}/plate': {
    name: 'take-plate-back',
    auth: 'user',
    needs: ['table:write', 'register-secret:read'],
    summary: 'Take back the number plate that you typed of a car.',
    response: z.union([wireCarDetail, lockedCar]),
    memoryMb: 1024,
  },
  'POST /api/cars/check': {
    name: 'check-car',
    auth: 'optional',
    scopes: ['write'],
    rate: 'importing',
    refuses: [403, 404, 503],
    needs: ['table:write', 'data:read', 'register-secret:read'],
    summary:
      'Value a car by its number plate, and rate its asking price if one is given. Costs an import, once a day for a plate and a few prices of it; visitors may try a few.',
    body: typedCar,
    response: checkedCar,
    memoryMb: 1024,
  },
  'POST /api/cars/check/bulk': {
    name: 'check-cars',
    auth: 'user',
    scopes: ['write'],
    rate: 'importing',
    refuses: [403],
    needs: ['table:write', 'data:read', 'register-secret:read'],
    summary:
      'Value the cars of a CSV file of up to 500 rows, fifty from row `from` on: number plate, and price and mileage where they are known. For premium. A wrong row is answered with its line.',
    query: z.object({
      from: z.optional(queryInteger(0, mostBulkRows)),
      language: z.optional(z.enum(languages)),
    }),
    body: 'raw',
    response: z.object({
      /** Rows of the file. */
      total: z.number(),
      /** Where the next request begins; null after the last row. */
      next: nullable.number,
      rows: z.array(bulkRow),
      /** The same rows for a spreadsheet with semicolons, with headings where `from` is 0. */
      csv: z.string(),
    }),
    memoryMb: 1024,
    timeoutSeconds: 29,
  },
  'GET /api/hunt': {
    name: 'list-hunt',
    auth: 'user',
    scopes: ['read'],
    needs: ['table:read', 'token-use:write'],
    summary:
      'The caller’s notes, stages and days of cars, last changed first, and what changed about those cars since.',
    response: z.object({ cars: z.array(huntedCar) }),
    memoryMb: 512,
  },
  'PUT /api/hunt/{id}': {
    name: 'change-hunt',
    auth: 'user',
    refuses: [403, 404],
    needs: ['table:write'],
    summary: 'Keep a note, a stage and a day of a car. With all three empty, nothing is kept.',
    body: z.object(huntFields),
    response: done,
  },
});
