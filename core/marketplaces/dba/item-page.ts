import {
  type AdFields,
  bodyIn,
  dateOf,
  emptyForm,
  factsOf,
  fuelOf,
  gearboxOf,
  type ItemFacts,
  nothingSaid,
  sellerTypeOf,
  type VehicleFields,
} from '#core/marketplaces/ad/build-listing.ts';
import { plateOf, vinOf } from '#core/marketplaces/ad/listing.ts';
import { parsePrice } from '#core/marketplaces/ad/price.ts';
import { cleanLine, cleanParagraphs } from '#core/marketplaces/ad/text.ts';
import {
  type FoundElement,
  firstElement,
  readAttribute,
  scanTags,
  textOf,
  visibleBlocks,
} from '#core/marketplaces/page/html.ts';
import { readArray, readAt, readNumber, readObject, readString } from '#core/marketplaces/page/json-read.ts';
import {
  availabilityIn,
  commonFields,
  findProperties,
  mileageOf,
  ownPhotos,
  priceWords,
  splitHeading,
  yearOf,
} from './ad.ts';
import type { DbaContext } from './link.ts';

/** The first list of facts on the page (`section.key-info-section dl`). */
export function readItemFacts(html: string): ItemFacts {
  const start = html.search(/key-info-section/);
  const section = html.slice(start === -1 ? html.search(/<dl\b/i) : start).slice(0, 20_000);
  const list = firstElement(section, ['dl'])?.content ?? '';
  const pairs = [...list.matchAll(/<dt\b[^>]*>([\s\S]*?)<\/dt\s*>[\s\S]*?<dd\b[^>]*>([\s\S]*?)<\/dd\s*>/gi)];
  return factsOf(pairs.map(([, term = '', value = '']) => [textIn(term), textIn(value)]));
}

const textIn = (markup: string): string | null => visibleBlocks(markup).join(' ').slice(0, 120) || null;

const mostDescription = 30_000;

/**
 * The ad on its own page, from the properties of the root element, else from what the elements show. Similar cars are shown
 * below the ad, so only photos of this ad's id and the first heading, price and list of facts are read. Null if the page has
 * no heading.
 */
export function readItemPage(html: string, id: string, context: DbaContext): AdFields | null {
  const ad = readObject(findProperties(html, 'mobility-item-page-root'), 'adData', 'ad');
  const title = firstElement(html, ['h1']);
  const heading = textOf(title) ?? cleanLine(readAt(ad, 'title'));
  if (heading === null) return null;
  const facts = readItemFacts(html);
  const variant = variantBehind(html, title);
  const priceText = textOf(firstElement(html, ['h2', 'span'], /(?:^|\s)t2(?:\s|$)/));
  const amount =
    readNumber(ad, 'price', 'main') ?? readNumber(ad, 'price', 'total') ?? readNumber(ad, 'price', 'amount');
  const price =
    amount !== null && amount >= 0
      ? { amount: Math.round(amount), currency: 'DKK' }
      : priceText && /\d/.test(priceText)
        ? { amount: parsePrice(priceText)?.amount ?? 0, currency: 'DKK' }
        : null;
  const { make, model } = splitHeading(heading);
  const isDealer = /"segment"\s*:\s*"PROFESSIONAL"/.test(html);
  const isPrivate = /"segment"\s*:\s*"PRIVATE"/.test(html);
  return {
    ...commonFields(context, id, heading, variant),
    // An empty text, not null: the page was read and the seller wrote nothing.
    description: descriptionOf(ad, html) ?? '',
    price,
    priceText: price && `${priceText ?? `${price.amount} kr.`}${priceWords(ad)}`,
    city: null,
    said: {
      ...nothingSaid,
      plate: plateOf(readString(ad, 'registration_number') ?? facts.plate),
      vin: vinOf(facts.vin),
      firstRegistration: dateOf(readString(ad, 'first_registration') ?? facts.firstRegistration),
      specifications: linesOf(ad, facts),
    },
    listedAt: null,
    availability: availabilityOf(ad, html),
    photoUrls: ownPhotos(photosOf(ad, html), id, context.demoOrigin),
    vehicle: {
      ...formOf(ad, facts),
      make,
      model,
      trim: variant,
      sellerType: isDealer ? 'dealer' : isPrivate ? 'private' : sellerTypeOf(facts.seller),
    },
  };
}

function formOf(ad: unknown, facts: ItemFacts): VehicleFields {
  const value = (name: string) => readString(ad, name, 'value') ?? readString(ad, name);
  const hp = readNumber(ad, 'engine', 'effect') ?? facts.horsepower;
  const owners = readNumber(ad, 'owners');
  return {
    ...emptyForm,
    year: yearOf(readNumber(ad, 'year') ?? facts.year),
    mileage:
      mileageOf(readNumber(ad, 'mileage'), readString(ad, 'mileage_unit')) ?? mileageOf(facts.km, null),
    fuel: fuelOf(readString(ad, 'engine', 'fuel', 'value') ?? facts.fuel),
    gearbox: gearboxOf(value('transmission') ?? facts.gearbox),
    body: bodyIn(value('body_type') ?? facts.body),
    color: (value('exterior_color') ?? facts.color)?.slice(0, 30).toLowerCase() ?? null,
    horsepower: hp !== null && hp >= 20 && hp <= 2000 ? Math.round(hp) : null,
    previousOwners: owners !== null && Number.isInteger(owners) && owners > 0 && owners < 30 ? owners : null,
  };
}

function descriptionOf(ad: unknown, html: string): string | null {
  const unsafe = readString(ad, 'description_unsafe');
  const markup = unsafe ?? firstElement(html, ['div'], /\bwhitespace-pre-wrap\b/)?.content ?? '';
  const lines = visibleBlocks(markup.slice(0, mostDescription).replace(/\n/g, '<br>'));
  return cleanParagraphs(lines.join('\n'));
}

function linesOf(ad: unknown, facts: ItemFacts): string[] {
  const equipment = readArray(ad, 'equipment').map(
    (one) => readString(one, 'value') ?? (typeof one === 'string' ? one : null),
  );
  const lines = [...equipment, ...facts.others].map((line) => cleanLine(line, 100));
  return [...new Set(lines.filter((line) => line !== null))].slice(0, 60);
}

function photosOf(ad: unknown, html: string): (string | null)[] {
  const listed = readArray(ad, 'images').map((image) => readString(image, 'uri'));
  if (listed.length > 0) return listed;
  const shown: (string | null)[] = [];
  for (const { attributes } of scanTags(html, ['img'])) {
    const set = readAttribute(attributes, 'srcset')
      ?.split(/[\s,]+/)
      .find((part) => part.includes('/dynamic/'));
    shown.push(set ?? readAttribute(attributes, 'src'));
    if (shown.length > 400) break;
  }
  return shown;
}

/** The ad's badge is above the facts of the car; badges below belong to similar cars. */
function availabilityOf(ad: unknown, html: string): AdFields['availability'] {
  if (readAt(ad, 'disposed') === true || readArray(ad, 'flags').includes('sold')) return 'sold';
  if (readAt(ad, 'isInactive') === true) return 'hidden';
  const end = html.search(/key-info-section/);
  const above = html.slice(0, end === -1 ? html.search(/<\/h1/i) + 2000 : end);
  for (const [, text = ''] of above.matchAll(/>([^<>]{4,20})</g)) {
    const said = availabilityIn(text);
    if (said) return said;
  }
  return 'live';
}

/** The line under the heading, with what follows make and model; null if there is none. */
function variantBehind(html: string, title: FoundElement | null): string | null {
  const behind = title === null ? '' : html.slice(title.end, title.end + 2000);
  return /^\s*<(?:p|div|span)\b/i.test(behind) ? textOf(firstElement(behind, ['p', 'div', 'span'])) : null;
}
