import type { Listing, ListingFlag, Mileage } from '#core/marketplaces/ad/listing.ts';
import type { PlateCandidate } from '#core/plates/plate.ts';
import { inspectionDays, noStory } from '#core/register/story.ts';
import { isSameMake, type Vehicle } from '#core/register/vehicle.ts';
import { calendarDay } from '#core/shared.ts';
import { adPathsAfter, offersOf, priceDkkOf } from './ads-of-car.ts';
import { type Car, type CarFact, type CarPhoto, type RegisterState, unrated } from './car.ts';
import { featuresIn } from './features.ts';
import { factsOf, factsOn } from './findings.ts';
import { isOffered } from './listing-life.ts';
import { specificationFrom } from './specification.ts';

export type BelievedMileage = { mileage: Mileage | null; facts: CarFact[]; isDoubtful: boolean };

/** From this age in years, an implausibly low mileage is shown as a fact. */
const leastYears = 3;
const unusualKmPerYear = 1000;
/** A yearly mileage below this is taken as a field filled in at random, unless the car is of this year or last. */
const unbelievableKmPerYear = 250;
const leastYearsOfUse = 2;

/** Groups digits with a no-break space, which both languages allow. */
const toKm = ({ km }: Mileage): string => `${String(km).replace(/\B(?=(\d{3})+$)/g, '\u00a0')} km`;
const fact = (kind: CarFact['kind'], ad: string): CarFact => ({ kind, ad, register: null, date: null });

/**
 * Checks an ad's mileage against its text and the car's age. Answers the mileage that is believed, with facts to show about
 * it. `year`: the car's model year, if known.
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

/** What identification found for a listing: its photos, its plate and the register's answer. */
export type Identification = {
  photos: CarPhoto[];
  plate: string | null;
  /** A plate that only the register can confirm; looked up again while the register does not answer. */
  candidate: PlateCandidate | null;
  vehicle: Vehicle | null;
  registerState: RegisterState;
  /** Several people typed the same plate (decision 9); they may withdraw it. */
  isTyped?: true;
};

const withDoubt = (flags: readonly ListingFlag[]): ListingFlag[] => [
  ...new Set([...flags, 'doubtful_mileage' as const]),
];

/** The fact for an ad that gives two model years; the value depends on which is right. */
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

/** The register's list, or else the ad's. Of an electric car's range the ad alone tells. */
const equipmentOf = (known: readonly string[], told: readonly string[]): string[] =>
  known.length > 0 ? [...known, ...told.filter((line) => line.startsWith('Rækkevidde: '))] : [...told];

const descriptionOf = (listing: Listing, previous: Car | null): string =>
  listing.description ?? previous?.description ?? '';

/**
 * Builds a car from its ad and the register's answer. What only the seller knows (price, mileage, description) comes from
 * the ad, what was measured (power, engine, first registration, inspections) from the register. Make and model come from the
 * ad if it names them, so that a misread plate cannot rename a car. `others`: the car's other ads. `previous`: the same car
 * as stored, whose history and first sighting are kept.
 */
export function buildCar(
  id: string,
  listing: Listing,
  identified: Identification,
  previous: Car | null,
  ownerId: string | null,
  now: string,
  others: readonly Listing[] = [],
): Car {
  const vehicle = identified.vehicle;
  const availability = listing.availability === 'hidden' ? 'gone' : listing.availability;
  // An ad that has ended may show no price; the last one is kept.
  const isSilent = !isOffered(availability) && listing.price === null && previous !== null;
  const priceDkk = isSilent ? previous.priceDkk : priceDkkOf(listing);
  const firstRegistration = vehicle?.firstRegistration ?? null;
  const registerYear = firstRegistration ? Number(firstRegistration.slice(0, 4)) : (vehicle?.year ?? null);
  const sameMake = !vehicle?.make || !listing.make || isSameMake(vehicle.make, listing.make);
  const known = sameMake ? vehicle : null;
  // One register names what a hybrid burns, not that it is one.
  const named = known?.fuel === 'petrol' || known?.fuel === 'diesel' ? known.fuel : null;
  const isHybrid = known?.fuel === 'hybrid' || (listing.fuel === 'hybrid' && named !== null);
  const year = listing.year ?? registerYear;
  const { mileage, ...doubt } = doubtMileage(listing, year, now);
  const isSameMileage = previous !== null && previous.mileageKm === (mileage?.km ?? null);
  const mileageSeenAt = mileage && (isSameMileage ? previous.mileageSeenAt : now);
  const facts = vehicle ? factsOf(listing, vehicle, calendarDay(mileageSeenAt ?? now)) : [];
  const isBelowInspection = known !== null && facts.some(({ kind }) => kind === 'mileage_below_inspection');
  const built: Car = {
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
    ...specificationFrom(known, listing),
    mileageKm: mileage?.km ?? null,
    mileagePrecision: mileage?.precision ?? null,
    mileageSeenAt,
    fuel: isHybrid ? 'hybrid' : (known?.fuel ?? listing.fuel),
    burns: isHybrid ? (named ?? known?.burns ?? null) : null,
    gearbox: known?.gearbox ?? listing.gearbox,
    body: known?.body ?? listing.body,
    color: known?.color ?? listing.color,
    taxBasis: known?.taxBasis ?? null,
    equipment: equipmentOf(known?.equipment ?? [], listing.specifications),
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
    moments: previous?.moments ?? [],
    ownerId,
  };
  return { ...built, facts: factsOn(built, now.slice(0, 10)) };
}
