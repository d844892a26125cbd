import { cutPlates } from '#core/plates/written-plates.ts';
import { clausesOf, clausesOfAd } from './clauses.ts';
import type { Body, Fuel, Gearbox, Listing, Mileage, PriceKind, SellerType, UnclearFact } from './listing.ts';
import { isElectricModel } from './makes.ts';
import { chooseMileage, parseMileage } from './mileage.ts';
import { availabilityOf, isPartAlone, offersOf, priceKindOf } from './offer.ts';
import { foldText, plateInText } from './text.ts';
import { findFlags, fuelOfBadge, readTextFacts, type TextFacts } from './text-facts.ts';
import { canonicalMake, canonicalModel, readTitle, surenessOfTitle, type TitleFacts } from './title.ts';

/** Words that mean a body type wherever they appear: in a form, in the register, in a title. */
const words: readonly [Body, RegExp][] = [
  [
    'estate',
    /\b(?:station ?car|stationsvogn|station ?wagon|st\.? ?car|stc|kombi|combi|estate|herregardsvogn)\b/,
  ],
  ['cabriolet', /\b(?:cabriolet|cabrio|convertible|roadster)\b/],
  ['coupe', /\bcoupe\b/],
  ['pickup', /\bpick-? ?up\b|\bladbil\b/],
  ['suv', /\b(?:suv|cuv|crossover)\b/],
  ['mpv', /\b(?:mpv|minibus|personvogn med 7 saeder)\b/],
  ['van', /\b(?:kassevogn|kassebil|varebil|van)\b/],
  ['sedan', /\b(?:sedan|limousine)\b/],
  ['hatchback', /\b(?:hatch ?back|halvkombi)\b/],
];
/** Names that a make gives its estates; for other makes they mean something else. */
const estateNames: readonly [make: RegExp, name: RegExp][] = [
  [/\bvolkswagen\b|\bvw\b/, /\bvariant\b/],
  [/\baudi\b/, /\bavant\b/],
  [/\bbmw\b/, /\btouring\b/],
  [/\bopel\b|\bvauxhall\b/, /\bsports tourer\b/],
  [/\btoyota\b/, /\btouring sports\b/],
  [/\bkia\b/, /\b(?:sw|sportswagon)\b/],
  [/\bpeugeot\b/, /\bsw\b/],
];

/** Vans, for which "Kombi" means a version with windows and seats, not an estate. */
const vans =
  /\b(?:(?<!can[ -])bus|transporter|caddy|crafter|caravelle|multivan|t[3-7](?:\.1)?|lt ?\d\d|vivaro|movano|combo|trafic|master|kangoo|transit|tourneo|sprinter|vito|viano|citan|e?ducato|scudo|doblo|talento|fiorino|qubo|berlingo|jumpy|jumper|nemo|partner|expert|boxer|bipper|rifter|proace|hiace|e?-?nv\d00|primastar|interstar|kubistar|townstar|vanette|h-?1|h350|starex|staria|daily|e?deliver|tge|dokker|space ?tourer|traveller)\b/;

/** The body type in a text; null if there is none, or two that exclude each other. */
export function bodyIn(text: string | null): Body | null {
  if (text === null) return null;
  const whole = foldText(text);
  const folded = vans.test(whole) ? whole.replace(/\b[kc]ombi\b/g, ' ') : whole;
  const told = new Set(words.filter(([, pattern]) => pattern.test(folded)).map(([body]) => body));
  // A "Coupé Cabriolet" is a convertible.
  if (told.has('cabriolet')) told.delete('coupe');
  if (told.size === 0 && estateNames.some(([make, name]) => make.test(folded) && name.test(folded)))
    return 'estate';
  return told.size === 1 ? [...told][0]! : null;
}

type Titled = { make: string | null; title: string; variant: string | null };

/** The body type that an ad gives for its car. Descriptions are not used: they also name other cars for comparison. */
export const bodyOfTitle = ({ make, title, variant }: Titled, lines: readonly string[] = []): Body | null =>
  bodyIn([make, title, variant, ...lines.filter((line) => /^(?:karr?osseri|body)/i.test(line))].join('\n'));

/** The vehicle fields of a marketplace's form; all null for a car that was posted as an ordinary item. */
export type VehicleFields = {
  make: string | null;
  model: string | null;
  trim: string | null;
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
  /** The form says that the car was written off, regardless of the text. */
  isWrittenOff: boolean | null;
};

/** The fields of a form that was not filled in. */
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

/** Fields that only some marketplaces have; `nothingSaid` for the others. */
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

/** The content of an ad's page, cleaned but not yet interpreted. */
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
  /** The price as the page writes it, because its words say what kind of price it is. */
  priceText: string | null;
  /** The line under the title of a card: "95K miles · Dealership". */
  subtitle: string | null;
  /** Whether it is listed among the marketplace's vehicles; null if the page does not say. */
  isAmongVehicles: boolean | null;
  /** The page shows facts of the ad without its description, as some marketplaces' searches do. */
  isInPart?: true;
  /** The page would not say whether the price is per month or without tax. */
  isPriceKindUnsaid?: true;
  said: SaidFields;
  vehicle: VehicleFields | null;
};

/**
 * Builds a listing from an ad. Mileage: the odometer field, else the subtitle (rounded by the site), else the seller's text,
 * with contradicting values beside it. Year: the site's field, else the title, else the text. Make and model: the site's
 * fields in the product's spelling, else the title. Of two sources for a fact, the more exact one is used.
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
  const ownTitle = readTitle(words.title, isSurelyCar);
  const title = readName(words, ownTitle);
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
    // A name from the description is none of the title's: "Sæt vinterhjul", "sad på en Toyota Auris".
    ...(ownTitle === title || words.vehicle?.make ? { make: name.make, model: name.model } : unnamed),
    hasMileage: mileage !== null,
    isAmongVehicles: ad.isAmongVehicles,
  };
  const offers = offersOf(about, clauses);
  // What has run and is of a year is the part, or one of several cars.
  const isOther = isPartAlone(offers) || offers.has('several');
  const flags = findFlags(
    {
      ...about,
      year,
      isMileageDoubtful: otherMileage !== null && !isOther,
      isWrittenOff: ad.vehicle?.isWrittenOff,
      isInPart: ad.isInPart,
    },
    clauses,
    offers,
  );
  return {
    source: ad.source,
    id: ad.id,
    itemUrl: ad.itemUrl,
    title: ad.title,
    description: ad.description,
    price: ad.price,
    priceKind:
      ad.price && priceKindSaid(flags.includes('down_payment') ? 'leasing' : priceKindOf(offers), ad),
    oldPrice: ad.oldPrice,
    city: words.city,
    ...name,
    year,
    mileage: isOther ? null : mileage,
    otherMileage: isOther ? null : otherMileage,
    fuel:
      ad.vehicle?.fuel ??
      (isElectricModel(name.make, name.model) ? 'electric' : fuelOfBadge(name.make, words.title)) ??
      facts.fuel,
    gearbox: ad.vehicle?.gearbox ?? facts.gearbox,
    body: ad.vehicle?.body ?? bodyOfTitle({ ...name, title: words.title }, words.said.specifications),
    color: words.vehicle?.color ?? null,
    horsepower: ad.vehicle?.horsepower ?? facts.horsepower,
    engineLitres: ad.vehicle?.engineLitres ?? facts.engineLitres,
    previousOwners: ownersOf(ad.vehicle?.previousOwners ?? null, facts.previousOwners),
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

/** `cash` is only certain where the page would have said otherwise. */
const priceKindSaid = (kind: PriceKind, { isPriceKindUnsaid }: AdFields): PriceKind | null =>
  isPriceKindUnsaid && kind === 'cash' ? null : kind;

/** The year in the title, else in the text; null if the text states a very different model year. */
function yearOf(title: number | null, { year, calledYears }: TextFacts): number | null {
  const isContradicted = title !== null && calledYears.some((called) => Math.abs(called - title) > 1);
  return isContradicted ? null : (title ?? year);
}

type Read = {
  mileage: Mileage | null;
  year: { form: number | null; title: number | null; read: number | null };
};

/** Ambiguous statements of the text that no other source settles, and a year that the text contradicts. */
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

/** The seller's text, followed by what was chosen from the form's lists. */
const wordsOf = ({ description, said: { specifications } }: AdFields): string | null =>
  specifications.length === 0 ? description : [description ?? '', ...specifications].join('\n');

/** So much of a description may give the car's name; it is cut from more, so that no part of a plate stands at its end. */
const readForName = 120;

/**
 * The ad with plates removed from the texts that facts are read from, so that no derived value contains one. The stored
 * texts are kept as written, for readers who may see plates. Of the description only the beginning is kept.
 */
function withoutPlates(ad: AdFields): AdFields {
  const cut = (text: string | null) => text && cutPlates(text, null);
  const { vehicle } = ad;
  return {
    ...ad,
    title: cut(ad.title) ?? '',
    description: cut(ad.description?.slice(0, readForName * 4) ?? null),
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
 * Make and model from the title; if it has no make ("Familiebil sælges"), from the first words of the description if they
 * give both. Later sentences may name other cars ("sælges, da vi har fået en Passat").
 */
function readName(ad: AdFields, title: TitleFacts): TitleFacts {
  if (title.make !== null || ad.description === null) return title;
  const beginning = ad.description.slice(0, readForName);
  // A word that was cut off would look like a typing error.
  const words = beginning === ad.description ? beginning : beginning.replace(/\S*$/u, '');
  const opening = readTitle(words);
  return opening.model === null || surenessOfTitle(words) < sureEnough
    ? title
    : { ...opening, year: title.year ?? opening.year };
}

const unnamed = { make: null, model: null };

type Name = { make: string | null; model: string | null; variant: string | null };

function nameOf(vehicle: VehicleFields | null, title: Name): Name {
  const make = vehicle?.make ? (canonicalMake(vehicle.make) ?? vehicle.make) : title.make;
  // If the make chosen from a list contradicts the title's, the title's model belongs to another make.
  const own = make === title.make ? title : { model: null, variant: null };
  if (!make || !vehicle?.model) return { make, model: own.model, variant: vehicle?.trim ?? own.variant };
  const known = canonicalModel(make, vehicle.model);
  return { make, model: known?.model ?? vehicle.model, variant: vehicle.trim ?? known?.rest ?? own.variant };
}

type ItemText = 'plate' | 'vin' | 'fuel' | 'gearbox' | 'body' | 'color' | 'firstRegistration' | 'seller';
type ItemFigure = 'year' | 'km' | 'horsepower';
/** The facts listed on an item page, as written; `others`: lines with unknown labels. */
export type ItemFacts = Record<ItemText, string | null> &
  Record<ItemFigure, number | null> & { others: string[] };

/** Patterns of the labels; tolerant, because their exact wording is not known first-hand. */
const labels: readonly [RegExp, ItemText | ItemFigure][] = [
  [/^(?:registreringsn(?:umme)?r|reg\.?\s?-?n(?:umme)?r|nummerplade)/i, 'plate'],
  [/^(?:stel\s?n(?:umme)?r|vin\b|chassis\s?n(?:umme)?r|understells\s?n(?:umme)?r)/i, 'vin'],
  [/^(?:modelår|årsmodell|årgang)/i, 'year'],
  [/^(?:kilometertal|kilometer|kørte? km|miltal|kjørelengde)/i, 'km'],
  [/^(?:drivmiddel|brændstof|drivstoff|bränsle)/i, 'fuel'],
  [/^(?:geartype|gear|gearkasse|girkasse|växellåda)/i, 'gearbox'],
  [/^(?:hestekræfter|effekt|hk|ydelse)/i, 'horsepower'],
  [/^(?:karr?osseri|biltype|kaross)/i, 'body'],
  [/^(?:farve|farge|färg)/i, 'color'],
  [/^(?:1\.?|første)\s?(?:gangs)?\s?(?:registrering|indreg|indregistrering|reg)/i, 'firstRegistration'],
  [/^(?:sælger|forhandlertype|säljare)/i, 'seller'],
];
const isFigure = (name: ItemText | ItemFigure): name is ItemFigure =>
  name === 'year' || name === 'km' || name === 'horsepower';
const mostPairs = 60;

/** The facts in pairs of label and value; a pair with an unknown label is kept as a line. */
export function factsOf(
  pairs: readonly (readonly [label: string | null, value: string | null])[],
): ItemFacts {
  const none = Object.fromEntries(labels.map(([, name]) => [name, null])) as Record<
    ItemText | ItemFigure,
    null
  >;
  const facts: ItemFacts = { ...none, others: [] };
  for (const [label, value] of pairs.slice(0, mostPairs)) {
    if (label === null || value === null) continue;
    const name = labels.find(([pattern]) => pattern.test(label))?.[1];
    if (!name) facts.others.push(`${label}: ${value}`);
    else if (isFigure(name)) facts[name] ??= figureIn(value);
    else facts[name] ??= value;
  }
  return facts;
}

function figureIn(text: string): number | null {
  const digits = /\d[\d.\s\u00a0]*/.exec(text)?.[0].replace(/\D/g, '') ?? '';
  return digits !== '' && digits.length <= 9 ? Number(digits) : null;
}

/** "14.11.2016", "14/11-2016" or "2016-11-14" → "2016-11-14"; null for only a month or year. */
export function dateOf(text: string | null): string | null {
  if (text === null) return null;
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const danish = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : danish ? danish.slice(1).toReversed() : [];
  if (
    !year ||
    !month ||
    !day ||
    Number(month) < 1 ||
    Number(month) > 12 ||
    Number(day) < 1 ||
    Number(day) > 31
  )
    return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Fuels as forms of Danish, Norwegian and Swedish sites name them, most specific first. */
const fuels: readonly [RegExp, Fuel][] = [
  [/plug-?\s?in|ladhybrid|ladbar/i, 'plugin_hybrid'],
  [/hybrid/i, 'hybrid'],
  [/^el(?:ektri\S*|bil)?$/i, 'electric'],
  [/diesel/i, 'diesel'],
  [/gas|cng|lpg/i, 'gas'],
  [/hydrogen|brint|vätgas/i, 'hydrogen'],
  [/benzin|bensin|petrol/i, 'petrol'],
];

export const fuelOf = (word: string | null): Fuel | null =>
  word === null ? null : (fuels.find(([pattern]) => pattern.test(word.trim()))?.[1] ?? null);

export const gearboxOf = (word: string | null): Gearbox | null =>
  word === null
    ? null
    : /^aut/i.test(word.trim())
      ? 'automatic'
      : /^manu/i.test(word.trim())
        ? 'manual'
        : null;

export const sellerTypeOf = (word: string | null): SellerType | null =>
  word === null
    ? null
    : /^privat/i.test(word.trim())
      ? 'private'
      : /^(?:forhandler|merkeforhandler|företag|dealer|professional)/i.test(word.trim())
        ? 'dealer'
        : null;

/** A make, or null for "other make". */
export const makeOf = (make: string | null): string | null =>
  make === null || /^(?:andre|andet|annet|övriga|other|ukendt)$/i.test(make) ? null : make;

/** Facebook's field for owners ends at "four or more". */
const mostOwnersOfField = 4;

/** The owners of the ad's field; where that says as many as it can, those that the seller's own words count beyond. */
const ownersOf = (field: number | null, told: number | null): number | null =>
  field === null || (field === mostOwnersOfField && told !== null && told > field) ? told : field;
