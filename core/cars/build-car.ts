import type { Listing, ListingFlag, Mileage } from '#core/marketplaces/ad/listing.ts';
import type { PlateCandidate } from '#core/plates/plate.ts';
import { inspectionDays, noStory } from '#core/register/story.ts';
import { isSameMake, type Vehicle } from '#core/register/vehicle.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import { adPathsAfter, offersOf, priceDkkOf } from './ads-of-car.ts';
import { type Car, type CarFact, type CarPhoto, type RegisterState, unrated } from './car.ts';
import { featuresIn } from './features.ts';
import { factsOf } from './findings.ts';
import { isOffered } from './listing-life.ts';

export type BelievedMileage = { mileage: Mileage | null; facts: CarFact[]; isDoubtful: boolean };

/** From this age on a car that has hardly been driven is a figure to ask about. */
const leastYears = 3;
const unusualKmPerYear = 1000;
/** So little is no mileage at all but a field that had to be filled in, of a car that is not of this year or the last. */
const unbelievableKmPerYear = 250;
const leastYearsOfUse = 2;

/** Grouped by a blank, as both languages may. */
const toKm = ({ km }: Mileage): string => `${String(km).replace(/\B(?=(\d{3})+$)/g, '\u00a0')} km`;
const fact = (kind: CarFact['kind'], ad: string): CarFact => ({ kind, ad, register: null, date: null });

/**
 * What of an ad's mileage is believed, against its own words and the car's age, with the facts that a reader is shown of
 * it. `year`: of the car, where it is known.
 */
export function doubtMileage(
  { mileage, otherMileage, unclear }: Pick<Listing, 'mileage' | 'otherMileage' | 'unclear'>,
  year: number | null,
  now: string,
): BelievedMileage {
  const years = year === null ? 0 : Number(now.slice(0, 4)) - year;
  const isBelow = (limit: number, from: number) =>
    mileage !== null && years >= from && mileage.km < limit * years;
  const isUnbelievable = isBelow(unbelievableKmPerYear, leastYearsOfUse);
  const words = mileage === null ? unclear.filter(({ fact: of }) => of === 'mileage') : [];
  const facts =
    words.length > 0
      ? words.map((open) => fact('mileage_unclear', open.words.join(' / ')))
      : otherMileage
        ? [
            fact(
              'mileage_readings_differ',
              [mileage, otherMileage]
                .flatMap((read) => read ?? [])
                .map(toKm)
                .join(' / '),
            ),
          ]
        : [];
  if (isUnbelievable || isBelow(unusualKmPerYear, leastYears))
    facts.push(fact('mileage_low_for_age', toKm(mileage!)));
  return {
    mileage: isUnbelievable ? null : mileage,
    facts,
    isDoubtful: facts.length > 0,
  };
}

/** What identification found out about a listing: its photos, its plate, the register's answer. */
export type Identification = {
  photos: CarPhoto[];
  plate: string | null;
  /** A reading that only the register can confirm; asked for again while the register does not answer. */
  candidate: PlateCandidate | null;
  vehicle: Vehicle | null;
  registerState: RegisterState;
  /** People who agree typed the plate (decision 9): it is theirs to take back. */
  isTyped?: true;
};

const withDoubt = (flags: readonly ListingFlag[]): ListingFlag[] => [
  ...new Set([...flags, 'doubtful_mileage' as const]),
];

/** An ad that gives its car two years: what it is worth depends on which of them is right. */
const unclearYears = ({ unclear }: Listing): CarFact[] =>
  unclear.flatMap(({ fact, words }) =>
    fact === 'year' ? [{ kind: 'year_unclear', ad: words.join(' / '), register: null, date: null }] : [],
  );

function historyOf(
  previous: Car | null,
  itemUrl: string,
  priceDkk: number,
  now: string,
): Car['priceHistory'] {
  const history = previous?.priceHistory ?? [];
  const last = history.at(-1);
  if (last?.priceDkk === priceDkk) return history;
  const isOtherAd = previous !== null && previous.itemUrl !== itemUrl;
  return [...history, { at: now, priceDkk, ...(isOtherAd && { isOtherAd }) }].slice(-50);
}

const descriptionOf = (listing: Listing, previous: Car | null): string =>
  listing.description ?? previous?.description ?? '';

/**
 * A car from its ad and the register's answer. The ad is trusted for what only the seller knows (price, mileage, words),
 * the register for what was measured (power, engine, first registration, inspections). Make and model come from the ad
 * when it names them, so that a wrongly read plate cannot rename a car.
 * `others`: its other ads. `previous` is the same car as stored, whose history and first sighting live on.
 */
export function buildCar(
  id: string,
  listing: Listing,
  identified: Identification,
  previous: Car | null,
  ownerId: string | null,
  now: string,
  others: readonly Listing[] = [],
): Omit<Car, 'rating'> & { rating: Rating } {
  const vehicle = identified.vehicle;
  const availability = listing.availability === 'hidden' ? 'gone' : listing.availability;
  // An ad that is over may show no price any more: the last one that was asked stays.
  const isSilent = !isOffered(availability) && listing.price === null && previous !== null;
  const priceDkk = isSilent ? previous.priceDkk : priceDkkOf(listing);
  const firstRegistration = vehicle?.firstRegistration ?? null;
  const registerYear = firstRegistration ? Number(firstRegistration.slice(0, 4)) : (vehicle?.year ?? null);
  const sameMake = !vehicle?.make || !listing.make || isSameMake(vehicle.make, listing.make);
  const known = sameMake ? vehicle : null;
  const year = listing.year ?? registerYear;
  const { mileage, ...doubt } = doubtMileage(listing, year, now);
  const facts = vehicle ? factsOf(listing, vehicle, now.slice(0, 10)) : [];
  const isBelowInspection = known !== null && facts.some(({ kind }) => kind === 'mileage_below_inspection');
  return {
    id,
    source: listing.source,
    itemUrl: listing.itemUrl,
    alsoAt: offersOf(others),
    adPaths: adPathsAfter(previous, [listing, ...others], now),
    formerIds: previous?.formerIds ?? [],
    title: listing.title,
    description: descriptionOf(listing, previous),
    priceDkk,
    foreignPrice: listing.price && listing.price.currency !== 'DKK' ? listing.price : null,
    make: listing.make ?? known?.make ?? null,
    model: listing.model ?? known?.model ?? null,
    variant: listing.variant ?? known?.variant ?? null,
    year,
    firstRegistration: (known && firstRegistration) ?? listing.firstRegistration,
    mileageKm: mileage?.km ?? null,
    mileagePrecision: mileage?.precision ?? null,
    fuel: known?.fuel ?? listing.fuel,
    gearbox: known?.gearbox ?? listing.gearbox,
    body: known?.body ?? listing.body,
    color: known?.color ?? listing.color,
    horsepower: known?.horsepower ?? listing.horsepower,
    engineLitres: known?.engineLitres ?? listing.engineLitres,
    kmPerLitre: known?.kmPerLitre ?? null,
    whPerKm: known?.whPerKm ?? null,
    halfYearlyTaxDkk: known?.halfYearlyTaxDkk ?? null,
    taxBasis: known?.taxBasis ?? null,
    previousOwners: listing.previousOwners,
    equipment: known && known.equipment.length > 0 ? known.equipment : listing.specifications,
    features: featuresIn(
      [listing.title, ...(known?.equipment ?? []), ...listing.specifications],
      descriptionOf(listing, previous),
    ),
    ...inspectionDays(
      known?.story.events ?? [],
      known?.inspections.at(-1)?.date ?? null,
      known?.nextInspection ?? null,
    ),
    city: listing.city,
    sellerType: listing.sellerType,
    plate: identified.plate,
    photos: identified.photos.length > 0 ? identified.photos : (previous?.photos ?? []),
    flags: doubt.isDoubtful || isBelowInspection ? withDoubt(listing.flags) : listing.flags,
    facts: [...doubt.facts, ...unclearYears(listing), ...facts],
    story: known?.story ?? noStory,
    rating: unrated,
    registerState: identified.registerState,
    availability,
    goneAt: isOffered(availability) ? null : (previous?.goneAt ?? now),
    listedAt: listing.listedAt,
    firstSeenAt: previous?.firstSeenAt ?? now,
    scrapedAt: now,
    updatedAt: now,
    priceHistory: historyOf(previous, listing.itemUrl, priceDkk, now),
    ownerId,
  };
}
