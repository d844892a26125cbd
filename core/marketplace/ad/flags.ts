import { isDownPayment } from './down-payment.ts';
import { listingFlags } from './flag-names.ts';
import type { ListingFlag } from './listing.ts';
import { type OfferFacts, type Offers, offersOf } from './offer.ts';
import { isPlaceholderAmount } from './price.ts';
import { foldText } from './text.ts';

export type FlagFacts = OfferFacts & {
  /** Two of its readings contradict each other, or the one there is cannot be believed. */
  isMileageDoubtful: boolean;
  isWrittenOff?: boolean | null | undefined;
  /** The ad's own words were not on the page. */
  isInPart?: true | undefined;
};

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
/**
 * What makes an ad unfit for comparison or lowers confidence, in the order of `listingFlags`: what it was found to
 * offer (`offer.ts`), what its price is, and what its words say of the car's state.
 */
export function findFlags(facts: FlagFacts, offers: Offers = offersOf(facts)): ListingFlag[] {
  const title = foldText(facts.title);
  const description = foldText(facts.description ?? '');
  const text = `${title}\n${description}`;
  const isParts = offers.has('parts');
  const applies: Record<ListingFlag, boolean> = {
    not_a_car: offers.has('other_vehicle'),
    wanted: offers.has('wanted'),
    parts: isParts,
    leasing: offers.has('lease') || offers.has('rent'),
    ex_vat: (['ex_vat', 'without_tax', 'export', 'wholesale'] as const).some((offer) => offers.has(offer)),
    placeholder_price: facts.price !== null && isSymbolic(facts.price.amount, facts, isParts),
    defect: facts.isWrittenOff === true || defect.test(text.replace(noDefect, '')),
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
