import * as z from 'zod/mini';
import { colorFamilies, features } from '#core/cars/features.ts';
import { avoidedLength, mostAvoided, sortOptions } from '#core/catalog/card-query.ts';
import { type LimitName, limits } from '#core/catalog/number-filters.ts';
import { described, queryInteger } from '#core/contract/route.ts';
import { bodies, fuels, gearboxes, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { typedPlate } from '#core/plates/plate.ts';
import { mileageExplanations, mileageVerdicts } from '#core/register/mileage.ts';
import { storyKinds, storySources, storyTopics } from '#core/register/story.ts';
import { taxBases } from '#core/register/tax.ts';
import { deals } from '#core/valuation/valuation.ts';

const nullableNumber = z.nullable(z.number());

export const wireComparable = z.object({
  id: z.string(),
  title: z.string(),
  price: z.number(),
  /** Its price adjusted by the facts of the car on the page. */
  adjusted_price: z.number(),
  year: nullableNumber,
  /** Kilometres, or "187xxx" if the seller masked it. */
  mileage: z.nullable(z.union([z.number(), z.string()])),
  /** Another model of the make where the car's own is rare. */
  model: z.nullable(z.string()),
  fuel: z.nullable(z.enum(fuels)),
  /** After how many days it was gone; null if it is not known to be gone. */
  gone_after_days: nullableNumber,
  /** Whether `gone_after_days` is exact or a minimum. */
  is_age_known: z.boolean(),
  /** ISO instant of the last sighting, for a car that has not been seen for long. */
  last_seen: z.nullable(z.string()),
});

/** What is known of the market of a car without a rating. Empty for other cars. */
export const wireOutlook = z.object({
  /** The other cars of the model, where a rating fails for want of them; those that the reader may open. */
  seen: z.array(z.omit(wireComparable, { adjusted_price: true })),
  /** How many cars of the model a rating still takes; for premium only. */
  missing: nullableNumber,
  /** Whether this car is one of those that a rating takes. */
  is_counted: z.boolean(),
  /** What such cars are asked for; `is_rough`: less certain than a rating takes. Premium or beta unlock only. */
  range: z.nullable(z.object({ low: z.number(), high: z.number(), is_rough: z.boolean() })),
  range_state: z.enum(['known', 'locked', 'unknown']),
});
export type WireOutlook = z.infer<typeof wireOutlook>;

const pricesOver = z.array(z.object({ at: z.string(), price: z.number() }));

/** All ads of the car so far, oldest first: when each was first seen, and its prices. */
const wireAds = z.array(
  z.object({
    source: z.enum(marketplaceIds),
    item_url: z.string(),
    first_seen: z.string(),
    price_history: pricesOver,
  }),
);

/** The car's other ads, on any marketplace; `price` is null if it cannot be compared. */
const wireOffers = z.array(
  z.object({
    source: z.enum(marketplaceIds),
    item_url: z.string(),
    price: nullableNumber,
    availability: z.enum(['live', 'pending', 'sold', 'hidden']),
  }),
);

export const wireOffering = {
  also_at: wireOffers,
  ads: wireAds,
  first_seen: z.string(),
  /** How often it was listed again on the same marketplace. */
  times_reposted: z.number(),
} as const;

/** Kilometres per year; default: `usualKmPerYear`. */
export const kmPerYear = z.optional(queryInteger(0, 100_000));

/** DKK for a litre or a kilowatt-hour, as observed until `date`. */
const energyPrice = z.object({ dkk: z.number(), date: z.string(), source: z.string() });

/** The running costs of a car; null where unknown. Amounts in DKK. */
export const wireCost = z.object({
  /** `year`: the year of the rates; null if the register states the tax that is charged. */
  tax: z.nullable(z.object({ half_year: z.number(), basis: z.enum(taxBases), year: z.nullable(z.number()) })),
  /** Litres or, of electricity, kilowatt-hours for 100 km, by the register. */
  energy: z.nullable(z.object({ kind: z.enum(['petrol', 'diesel', 'electricity']), per_100_km: z.number() })),
  /** Why there is no energy. Of the others but `unknown` the consumption is known; of a hybrid not what it burns, or whether it has a plug. */
  energy_state: z.enum(['known', 'hybrid', 'plugin_hybrid', 'other_fuel', 'unknown']),
  prices: z.object({ petrol: energyPrice, diesel: energyPrice, electricity: energyPrice }),
  next_inspection: z.nullable(z.string()),
  /** Premium or beta unlock only; `values` null where our model does not value such a car. */
  loss: z.nullable(
    z.object({
      /** What is asked for it. */
      price: z.number(),
      value: z.number(),
      date: z.string(),
      values: z.array(
        z.object({ years: z.number(), low: z.number(), average: z.number(), high: z.number() }),
      ),
    }),
  ),
  /** Why there is no loss of value. */
  loss_state: z.enum(['known', 'locked', 'unknown']),
});
export type WireCost = z.infer<typeof wireCost>;

const counts = <T extends z.core.SomeType>(name: T) => z.array(z.object({ name, count: z.number() }));

/** The counts beside the list: each filter's choices, given the other filters. */
export const carFacets = {
  brands: counts(z.string()),
  /** Null without premium access. */
  deals: z.nullable(counts(z.enum(deals))),
  fuels: counts(z.enum(fuels)),
  gearboxes: counts(z.enum(gearboxes)),
  sellers: counts(z.enum(sellerTypes)),
  /** Models of the chosen brands; empty if none is chosen. */
  models: counts(z.string()),
  sources: counts(z.enum(marketplaceIds)),
  bodies: counts(z.enum(bodies)),
  colors: counts(z.enum(colorFamilies)),
  /** How many of the cars found have each. */
  features: counts(z.enum(features)),
  /** Counts of cars per step of the slider: 50 steps of 2,000 DKK, then 50 of 18,000. */
  priceHistogram: z.array(z.number()),
};

const text = z.nullable(z.string());
const number = z.nullable(z.number());

/** A contradiction or notice: the values of ad and register, and the date. */
export const wireFact = z.object({ kind: z.string(), ad: text, register: text, date: text });

/** The register's history of a car (`core/register/story.ts`). Topics not in `asked` were not asked for. */
export const wireStory = z.object({
  asked: z.array(z.enum(storyTopics)),
  /** Oldest first; days "YYYY-MM-DD", `amount` in DKK, `mileage` in kilometres. */
  events: z.array(
    z.object({
      kind: z.enum(storyKinds),
      source: z.enum(storySources),
      date: text,
      until: text,
      said: text,
      mileage: number,
      place: text,
      faults: z.array(z.string()),
      amount: number,
    }),
  ),
});

const reading = z.object({ date: z.string(), mileage: z.number() });

/** Whether all odometer readings and the ad's mileage are consistent (`core/register/mileage.ts`). */
export const wireVerdict = z.object({
  verdict: z.enum(mileageVerdicts),
  reading_days: z.number(),
  fall: z.nullable(z.object({ from: reading, to: reading, is_to_claim: z.boolean() })),
  explanations: z.array(z.enum(mileageExplanations)),
  /** One reading is an outlier that the others correct. */
  has_slip: z.optional(z.literal(true)),
});

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
const names = (description: string) =>
  described(description, z.pipe(z.string().check(z.maxLength(2000)), z.transform(namesIn)));
const anyOf = (values: readonly string[]) => `Any of ${values.join(', ')}; several separated by commas`;

const queryLimit = (name: LimitName) => queryInteger(limits[name].least, limits[name].most);

/** The filters of the list, as in the address and in saved searches. All are texts in JSON. */
export const carFilters = z.object({
  q: z.optional(described('Words to look for', z.string().check(z.maxLength(200)))),
  avoid: z.optional(
    described(
      'Words that a car may have neither in its title nor in its description, make, model or town, separated by commas: whole words, in any case. An entry of several words leaves out cars that have all of them',
      z.pipe(
        z
          .string()
          .check(
            z.regex(
              new RegExp(`^[^,]{0,${avoidedLength}}(,[^,]{0,${avoidedLength}}){0,${mostAvoided - 1}}$`, 'u'),
            ),
          ),
        z.transform(namesIn),
      ),
    ),
  ),
  minPrice: z.optional(described('DKK', queryInteger(0, 1_000_000))),
  maxPrice: z.optional(described('DKK', queryInteger(0, 1_000_000))),
  brand: z.optional(names('Makes, separated by commas')),
  deal: z.optional(names(`${anyOf(deals)}. For premium only`)),
  minYear: z.optional(queryInteger(1900, 2100)),
  maxYear: z.optional(queryInteger(1900, 2100)),
  maxMileage: z.optional(described('Kilometres', queryLimit('maxMileageKm'))),
  fuel: z.optional(names(anyOf(fuels))),
  gearbox: z.optional(z.enum(gearboxes)),
  seller: z.optional(z.enum(sellerTypes)),
  model: z.optional(names('Models of any make, separated by commas')),
  source: z.optional(names(`Marketplaces: ${anyOf(marketplaceIds).toLowerCase()}`)),
  body: z.optional(names(anyOf(bodies))),
  color: z.optional(names(anyOf(colorFamilies))),
  feature: z.optional(names(`Cars that have all of these, separated by commas: ${features.join(', ')}`)),
  minPower: z.optional(described('Horsepower', queryLimit('minHorsepower'))),
  maxRunning: z.optional(
    described(
      'DKK a month for tax and energy; only cars of which both are known',
      queryLimit('maxRunningDkk'),
    ),
  ),
  minRange: z.optional(
    described(
      'Kilometres that an electric car drives on a charge, as its ad or its model’s source (WLTP, when new) names them; only cars of which it is known',
      queryLimit('minRangeKm'),
    ),
  ),
  minBattery: z.optional(
    described(
      'kWh of an electric car’s battery, as its ad or its model’s source names it; only cars of which it is known',
      queryLimit('minBatteryKwh'),
    ),
  ),
  dropped: z.optional(described('The price fell in the last 14 days', z.enum(['recent']))),
  minDays: z.optional(described('Whole days that the car has been offered', queryInteger(0, 3650))),
  maxDays: z.optional(described('Whole days that the car has been offered', queryInteger(0, 3650))),
  inspection: z.optional(described('The next inspection is in the future', z.enum(['valid']))),
  place: z.optional(described('A Danish town', z.string().check(z.maxLength(60)))),
  radius: z.optional(described('Kilometres around `place`; 25 if left out', queryInteger(1, 500))),
});
export type CarFiltersWire = z.input<typeof carFilters>;

export const carQuery = z.extend(carFilters, {
  view: z.optional(
    described(
      '`starred`: cars that the caller starred; `discovered`: cars of the caller’s imports and searches; `hidden`: cars that the caller hid, which all else leaves out',
      z.enum(['all', 'discovered', 'starred', 'hidden']),
    ),
  ),
  page: z.optional(queryInteger(1, 100_000)),
  sort: z.optional(z.enum(sortOptions)),
  from: z.optional(
    described(
      'A Danish town from which `distance_km` and the order `distance_asc` are counted, in a straight line; `place` if left out',
      z.string().check(z.maxLength(60)),
    ),
  ),
  newSince: z.optional(described('Cars first seen at or after this instant', z.iso.datetime())),
  list: z.optional(described('The id of one of the caller’s lists', z.string().check(z.maxLength(64)))),
  import: z.optional(described('The id of an import of the caller', z.string().check(z.maxLength(64)))),
  catalogVersion: z.optional(
    described(
      'The newest version of the list that the caller knows; the answer is at least that fresh',
      z.string().check(z.maxLength(40)),
    ),
  ),
});
export type CarQueryWire = z.input<typeof carQuery>;

const plate = z.string().check(z.maxLength(20), z.regex(typedPlate));

export const typedCar = z.object({
  plate,
  /** In DKK; without it the car is valued, and no price rated. */
  price: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(50_000_000)))),
  /** In kilometres, if the person knows it. */
  mileage: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(2_000_000)))),
});

export const plateOfCar = z.object({
  plate,
  /** The person confirms the plate although the register has another car for it. */
  confirmed: z.optional(z.boolean()),
});
