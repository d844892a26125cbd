import { cutPlates } from '#core/plate/hide-plates.ts';
import { bodyOfTitle } from './body.ts';
import type { Body } from './body-names.ts';
import { chooseMileage } from './choose-mileage.ts';
import { clausesOf, clausesOfAd } from './clauses.ts';
import { isElectricModel } from './electric-models.ts';
import { findFlags } from './flags.ts';
import type { Fuel, Gearbox, Listing, Mileage, SellerType, UnclearFact } from './listing.ts';
import { parseMileage } from './mileage.ts';
import { availabilityOf, offersOf, priceKindOf } from './offer.ts';
import { plateInText } from './plate-in-text.ts';
import { fuelOfBadge, readTextFacts, type TextFacts } from './text-facts.ts';
import { canonicalMake, canonicalModel, readTitle, surenessOfTitle, type TitleFacts } from './title.ts';

/** The vehicle fields of a marketplace's form; every one is null on a car that was posted as an ordinary item. */
export type VehicleFields = {
  make: string | null;
  model: string | null;
  trim: string | null;
  /** Model year. */
  year: number | null;
  mileage: Mileage | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
  body: Body | null;
  color: string | null;
  previousOwners: number | null;
  sellerType: SellerType | null;
  horsepower: number | null;
  engineLitres: number | null;
  /** The form says that the car was written off, whatever the words say. */
  isWrittenOff: boolean | null;
};

/** A form that nobody filled in. */
export const emptyForm: VehicleFields = {
  make: null,
  model: null,
  trim: null,
  year: null,
  mileage: null,
  fuel: null,
  gearbox: null,
  body: null,
  color: null,
  previousOwners: null,
  sellerType: null,
  horsepower: null,
  engineLitres: null,
  isWrittenOff: null,
};

/** What some marketplaces have a field for; `nothingSaid` where one has none of them. */
export type SaidFields = Pick<
  Listing,
  'plate' | 'vin' | 'firstRegistration' | 'dealerName' | 'postalCode' | 'specifications' | 'photoCaptions'
>;
export const nothingSaid: SaidFields = {
  plate: null,
  vin: null,
  firstRegistration: null,
  dealerName: null,
  postalCode: null,
  specifications: [],
  photoCaptions: [],
};

/** What a page says of one ad, cleaned but not yet understood. */
export type AdFields = Pick<
  Listing,
  | 'source'
  | 'id'
  | 'itemUrl'
  | 'title'
  | 'description'
  | 'price'
  | 'oldPrice'
  | 'city'
  | 'listedAt'
  | 'availability'
  | 'photoUrls'
> & {
  /** The price as the page writes it, for the words in it. */
  priceText: string | null;
  /** The line under the title of a card: "95K miles · Dealership". */
  subtitle: string | null;
  /** Whether it stands among the marketplace's vehicles; null when the page does not say. */
  isAmongVehicles: boolean | null;
  /** The page shows the ad's facts without its words, where a marketplace's searches do so. */
  isInPart?: true;
  said: SaidFields;
  vehicle: VehicleFields | null;
};

/**
 * Turns an ad into a listing. Mileage: the odometer, else the subtitle (rounded by the site), else the
 * seller's text, and what contradicts it beside it. Year: the site's field, else the title, else the text. Make and model: the site's fields in the product's
 * spelling, else the title. A fact that two sources give comes from the more exact one.
 */
export function buildListing(ad: AdFields): Listing {
  const clauses = clausesOfAd(ad.title, ad.description);
  const chosen = ad.said.specifications.flatMap((line) => clausesOf(line, 'description'));
  const facts = readTextFacts(ad.title, wordsOf(ad), [...clauses, ...chosen]);
  const words = withoutPlates(ad);
  const isSurelyCar =
    ad.isAmongVehicles === true ||
    facts.year !== null ||
    facts.mileage !== null ||
    facts.engineLitres !== null;
  const title = readName(words, isSurelyCar);
  const name = nameOf(words.vehicle, title);
  const subtitleMileage = ad.subtitle ? parseMileage(ad.subtitle) : null;
  const formMileage = ad.vehicle?.mileage ?? subtitleMileage;
  const { mileage, otherMileage } = chooseMileage(formMileage, facts.mileage, facts.otherMileages);
  const year = ad.vehicle?.year ?? yearOf(title.year, facts);
  const about = {
    title: ad.title,
    description: ad.description,
    priceText: ad.priceText,
    price: ad.price,
    make: name.make,
    model: name.model,
    hasMileage: mileage !== null,
    isAmongVehicles: ad.isAmongVehicles,
  };
  const offers = offersOf(about, clauses);
  const flags = findFlags(
    {
      ...about,
      isMileageDoubtful: otherMileage !== null,
      isWrittenOff: ad.vehicle?.isWrittenOff,
      isInPart: ad.isInPart,
    },
    offers,
  );
  return {
    source: ad.source,
    id: ad.id,
    itemUrl: ad.itemUrl,
    title: ad.title,
    description: ad.description,
    price: ad.price,
    priceKind: ad.price && priceKindOf(offers),
    oldPrice: ad.oldPrice,
    city: words.city,
    ...name,
    year,
    mileage,
    otherMileage,
    fuel:
      ad.vehicle?.fuel ??
      (isElectricModel(name.make, name.model) ? 'electric' : fuelOfBadge(name.make, words.title)) ??
      facts.fuel,
    gearbox: ad.vehicle?.gearbox ?? facts.gearbox,
    body: ad.vehicle?.body ?? bodyOfTitle({ ...name, title: words.title }, words.said.specifications),
    color: words.vehicle?.color ?? null,
    horsepower: ad.vehicle?.horsepower ?? facts.horsepower,
    engineLitres: ad.vehicle?.engineLitres ?? facts.engineLitres,
    previousOwners: ad.vehicle?.previousOwners ?? facts.previousOwners,
    sellerType: ad.vehicle?.sellerType ?? (/dealer|forhandler/i.test(ad.subtitle ?? '') ? 'dealer' : null),
    ...ad.said,
    specifications: ad.said.specifications.flatMap((line) => cutPlates(line, null) ?? []),
    plateInText: facts.plateInText ?? plateInText(ad.said.photoCaptions.join('\n')),
    listedAt: ad.listedAt,
    unclear: unclearOf(facts, {
      mileage,
      year: { form: ad.vehicle?.year ?? null, title: title.year, read: year },
    }),
    availability: availabilityOf(offers, ad.availability),
    photoUrls: ad.photoUrls,
    flags,
  };
}

/** Of the title, else of the text; none where the text calls quite another year the car's. */
function yearOf(title: number | null, { year, calledYears }: TextFacts): number | null {
  const isContradicted = title !== null && calledYears.some((called) => Math.abs(called - title) > 1);
  return isContradicted ? null : (title ?? year);
}

type Read = {
  mileage: Mileage | null;
  year: { form: number | null; title: number | null; read: number | null };
};

/** What the words leave open and nothing else settles; and a year that they contradict. */
function unclearOf(facts: TextFacts, { mileage, year }: Read): UnclearFact[] {
  const told = year.form ?? year.title;
  const others = told === null ? [] : facts.calledYears.filter((called) => Math.abs(called - told) > 1);
  const open = facts.unclear.filter(({ fact }) =>
    fact === 'mileage' ? mileage === null : year.read === null && others.length === 0,
  );
  const years = others.length === 0 ? [] : [{ fact: 'year' as const, words: [told, ...others].map(String) }];
  return [...open, ...years].map(({ fact, words }) => ({
    fact,
    words: words.flatMap((said) => cutPlates(said, null) ?? []),
  }));
}

/** What the seller wrote, and below it what was chosen from the form's lists. */
const wordsOf = ({ description, said: { specifications } }: AdFields): string | null =>
  specifications.length === 0 ? description : [description ?? '', ...specifications].join('\n');

/**
 * The ad's words as facts are read out of them: what is derived from a text holds no plate of it. The texts themselves are
 * kept as the seller wrote them, for people who may see plates.
 */
function withoutPlates(ad: AdFields): AdFields {
  const cut = (text: string | null) => text && cutPlates(text, null);
  const { vehicle } = ad;
  return {
    ...ad,
    title: cut(ad.title) ?? '',
    description: cut(ad.description),
    city: cut(ad.city),
    vehicle: vehicle && {
      ...vehicle,
      make: cut(vehicle.make),
      model: cut(vehicle.model),
      trim: cut(vehicle.trim),
      color: cut(vehicle.color),
    },
  };
}

const sureEnough = 0.6;

/**
 * Make and model from the title; where it names no make ("Familiebil sælges"), from the description's first
 * words if those name both: sentences name other cars too ("sælges, da vi har fået en Passat").
 */
function readName(ad: AdFields, isSurelyCar: boolean): TitleFacts {
  const title = readTitle(ad.title, isSurelyCar);
  if (title.make !== null || ad.description === null) return title;
  const beginning = ad.description.slice(0, 120);
  // A word that is cut in two would be read as misspelt.
  const words = beginning === ad.description ? beginning : beginning.replace(/\S*$/u, '');
  const opening = readTitle(words);
  return opening.model === null || surenessOfTitle(words) < sureEnough
    ? title
    : { ...opening, year: title.year ?? opening.year };
}

type Name = { make: string | null; model: string | null; variant: string | null };

function nameOf(vehicle: VehicleFields | null, title: Name): Name {
  const make = vehicle?.make ? (canonicalMake(vehicle.make) ?? vehicle.make) : title.make;
  // A make chosen from a list contradicts the title's: the title's model then belongs to another make.
  const own = make === title.make ? title : { model: null, variant: null };
  if (!make || !vehicle?.model) return { make, model: own.model, variant: vehicle?.trim ?? own.variant };
  const known = canonicalModel(make, vehicle.model);
  return { make, model: known?.model ?? vehicle.model, variant: vehicle.trim ?? known?.rest ?? own.variant };
}
