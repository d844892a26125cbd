import { isDownPayment } from './down-payment.ts';
import { listingFlags } from './flag-names.ts';
import type { ListingFlag, ListingPrice } from './listing.ts';
import { isPlaceholderAmount } from './price.ts';
import { foldText } from './text.ts';

export type FlagFacts = {
  title: string;
  description: string | null;
  /** The price as the page writes it ("2.995 kr./md."), which says more than its figure. */
  priceText: string | null;
  price: ListingPrice | null;
  make: string | null;
  model: string | null;
  hasMileage: boolean;
  /** Two of its readings contradict each other, or the one there is cannot be believed. */
  isMileageDoubtful: boolean;
  /** Whether the ad stands among the marketplace's vehicles; null when the page does not say. */
  isAmongVehicles: boolean | null;
  /** The ad's own words were not on the page. */
  isInPart?: true | undefined;
};

const wantedTitle =
  /^\W*(?:koebes|soeges|koeber|soeger|oenskes|wanted|looking for|iso)\b|\b(?:koebes|soeges|oenskes koebt|soeges koebt)\b/;
const wantedText = /^\W*(?:jeg |vi )?(?:koeber|soeger|koebes|soeges|leder efter)\b/;
const partsNoun =
  /\b(?:alufaelge|faelge|stalfaelge|staalfaelge|daek|vinterhjul|sommerhjul|helarshjul|hjulsaet|kofanger|koelergrill|forlygter?|baglygter?|lygter|skaerm|bagklap|motorhjelm|tagboks|tagbagagebaerer|tagboejler|anhaengertraek|reservedele|stoeddaempere|bremseskiver|gearkasse|udstoedning|katalysator|noeglehus|ratstamme|bilstereo|gulvmaatter|maatter|autostol|barnestol|nummerpladeholder|haynes|modelbil|wheels|tires|rims|parts)\b/;
const partsSale =
  /(?:saelges|gar|gaar)\s(?:i|til)\s(?:dele|ophug|skrot)|\btil (?:dele|ophug|skrot)\b|\bsom (?:reservedelsbil|dele)|reservedelsbil|\bophugges\b|\bskrotbil\b|\bfor parts\b|\bparts only\b/;
const monthly =
  /(?:\/|pr\.?\s?|per\s)(?:md|mdr|maaned|mnd|month)\b|\/\s?mo\b|maanedlig (?:ydelse|leje)|\bmdl\b/;
const leasingWords =
  /leasingydelse|foerstegangsydelse|leasingpris|leasingperiode|leasingaftale|flexleas|privatleas|splitleas|erhvervsleas|minileas|overtag(?:es|else)? (?:af )?(?:min |min privat)?leas|restvaerdi/;
const noLeasing = /(?:ikke|ingen|uden|ej) (?:paa |en )?leas\w*/g;
const exVat =
  /\b(?:ekskl|eksl|excl|exkl|ex|eks|u|uden|plus)\b\.?\s*(?:dansk\s)?(?:moms|afgift|reg\.?\s?afgift|registreringsafgift)|\+\s?(?:moms|afgift)|\bengros|moms\s?\/\s?engros|\beksportpris|\bnetto ?pris|\bafgiftsfri\b/;
const defect =
  /\bdefekt|motorskade|motor ?havari|havareret|totalskad|skadet bil|\bskadesbil|reparationsobjekt|projektbil|starter ikke|kan ikke (?:koere|starte)|koerer ikke\b|motoren er (?:doed|gaaet|defekt|staaet af)|gearkassen? er (?:doed|gaaet|defekt)|toppakningen? (?:er )?(?:gaaet|sprunget|defekt)|haandvaerkertilbud|mekanikertilbud|not running|doesn'?t run|blown engine|salvage/;
const noDefect = /(?:ingen|uden|ikke|aldrig|nul) (?:kendte |nogen )?(?:defekt\w*|motorskade\w*|skade\w*)/g;
const imported =
  /(?<!ikke |ej |ingen )(?:\bimporteret|\bimport(?:bil)? fra\b|\bimportbil\b|\bnyimporteret|\b(?:tysk|svensk|norsk|hollandsk|belgisk|usa)[ -]?import|hjemtaget fra|\bimported\b)/;
const fresh =
  /(?<!ikke )\b(?:ny[\s-]?synet|nysyn\b|nyt syn|lige synet|netop synet|frisk syn|nysynes|synes ved salg|freshly inspected)/;
const noInspection =
  /\b(?:uden syn|ikke synet|usynet|skal synes|mangler (?:et )?syn|sidste syn(?:sdato)? (?:er )?overskredet|ikke gaaet igennem syn|no inspection)/;
const noPlates =
  /\b(?:uden (?:nummer)?plader|ingen (?:nummer)?plader|er afmeldt|bilen afmeldt|afmeldt bil|pt\.? afmeldt|p\.t\. afmeldt|no (?:number )?plates|without plates|utan skyltar|avstaelld|avstalld|ohne kennzeichen|abgemeldet|uten skilter|avskiltet|avregistrert)\b/;
const notCarNoun =
  /\b(?:motorcykel|mc|knallert|scooter|campingvogn|autocamper|motorhome|camper|hestetrailer|baadtrailer|trailer|anhaenger|paahaengsvogn|plaeneklipper|havetraktor|traktor|gaffeltruck|minigraver|gravemaskine|lastbil|baad|motorbaad|speedbaad|jetski|vandscooter|atv|quad|crosser|dirtbike|cykel|ladcykel|elcykel|el-?loebehjul|loebehjul|gokart|veteranknallert|golfbil|mobilhome|bike|bicycle|motorcycle|caravan|boat|tractor|lawn mower)\b/;
const notCarAnywhere = /\b(?:campingvogn|autocamper|motorcykel|knallert|hestetrailer|plaeneklipper)\b/;
const twoWheelMakes =
  /\b(?:yamaha|kawasaki|ducati|harley|harley-davidson|ktm|vespa|aprilia|husqvarna|royal enfield|moto guzzi|indian scout|kymco|sym|piaggio (?:zip|typhoon|vespa|beverly|mp3)|puch|tomos|hobby|fendt|kabe|adria|knaus|dethleffs|buerstner|lmc|tabbert|hymer|brenderup|variant trailer|honda (?:cbr?|vfr|crf|nc\d|africa|shadow|goldwing|gl|nt|st|vt)\s?\d*|suzuki (?:gsx?|sv|dl|gn|dr|rm|bandit|v-strom|burgman|intruder|hayabusa)\b|bmw (?:r|k|f|g|s)\s?\d{3,4}|bmw c\d{3}|triumph (?:bonneville|tiger|speed|street|daytona|thruxton|rocket))/;
const carNoun = /bil\b|biler\b|\bcar\b|stationcar|varevogn|\bvan\b|kassevogn|personvogn|cabriolet|\bsuv\b/;

/**
 * What makes an ad unfit for comparison or lowers confidence, in the order of `listingFlags`. Titles are
 * read strictly, descriptions only for phrases that cannot mean anything else there: dealers mention
 * leasing, winter wheels and wanted cars under every ad.
 */
export function findFlags(facts: FlagFacts): ListingFlag[] {
  const title = foldText(facts.title);
  const description = foldText(facts.description ?? '');
  const text = `${title}\n${description}`;
  const isParts = partsSale.test(text) || namesBeforeCar(partsNoun, title, facts);
  const applies: Record<ListingFlag, boolean> = {
    not_a_car: !isParts && isNotACar(title, facts),
    wanted: wantedTitle.test(title) || wantedText.test(description),
    parts: isParts,
    leasing: isLeasing(title, description, facts),
    ex_vat: exVat.test(`${text}\n${foldText(facts.priceText ?? '')}`),
    placeholder_price: facts.price !== null && isSymbolic(facts.price.amount, facts, isParts),
    defect: defect.test(text.replace(noDefect, '')),
    imported: imported.test(text),
    no_inspection: noInspection.test(text),
    fresh_inspection: fresh.test(text),
    foreign_currency: facts.price !== null && facts.price.currency !== 'DKK',
    doubtful_mileage: facts.isMileageDoubtful,
    down_payment: isDownPayment(title, description, facts.price?.amount ?? null),
    no_plates: noPlates.test(text),
    conditions_unread: facts.isInPart ?? false,
  };
  return listingFlags.filter((flag) => applies[flag]);
}

/** A car for less than a set of tyres: 12, 49 and 149 are there to be found first, or stand for thousands. */
const leastCarPrice = 1000;

function isSymbolic(amount: number, { make, isAmongVehicles }: FlagFacts, isParts: boolean): boolean {
  const isCar = !isParts && (make !== null || isAmongVehicles === true);
  return isPlaceholderAmount(amount) || (isCar && amount < leastCarPrice);
}

/**
 * "Alufælge til VW Golf" sells wheels, "VW Golf m. alufælge" a car: the noun counts before the make, or
 * where there is no model.
 */
function namesBeforeCar(noun: RegExp, title: string, facts: FlagFacts): boolean {
  const at = noun.exec(title)?.index;
  if (at === undefined) return false;
  if (facts.make === null) return true;
  const names = [foldText(facts.make).slice(0, 4), foldText(facts.model ?? facts.make)];
  const carAt = names.map((name) => title.indexOf(name)).filter((position) => position >= 0);
  return carAt.length > 0 ? at < Math.min(...carAt) : at === 0;
}

function isNotACar(title: string, facts: FlagFacts): boolean {
  if (twoWheelMakes.test(title) || notCarAnywhere.test(title)) return true;
  if (namesBeforeCar(notCarNoun, title, facts)) return true;
  return facts.isAmongVehicles === false && facts.make === null && !facts.hasMileage && !carNoun.test(title);
}

/**
 * A leasing offer by its title, its price's unit or words of a contract; the bare word in a description only
 * beside a price no car has.
 */
function isLeasing(title: string, description: string, facts: FlagFacts): boolean {
  const said = (text: string) => text.replace(noLeasing, '');
  const priceText = foldText(facts.priceText ?? '');
  if (/leas/.test(said(title)) || monthly.test(title) || monthly.test(priceText)) return true;
  if (leasingWords.test(said(description))) return true;
  const isMonthlySized = facts.price !== null && facts.price.amount < 15_000 && facts.price.amount > 500;
  return isMonthlySized && (/leas(?:ing|es)/.test(said(description)) || monthly.test(description));
}
