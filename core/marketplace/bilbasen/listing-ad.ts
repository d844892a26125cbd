import { type AdFields, emptyForm, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import { fuelOf, gearboxOf, makeOf, sellerTypeOf } from '#core/marketplace/ad/form-words.ts';
import { parseMileage } from '#core/marketplace/ad/mileage.ts';
import { cleanLine, cleanParagraphs } from '#core/marketplace/ad/text.ts';
import { readArray, readAt, readId, readString } from '#core/marketplace/page/json-read.ts';
import type { Rejection } from '#core/marketplace/parsed-page.ts';
import { bilbasenItemAddress, bilbasenOrigin, shownAt } from './bilbasen-link.ts';
import { photosOf } from './photos.ts';
import { priceOf } from './price.ts';

export type BilbasenContext = { origin: string; demoOrigin: string | undefined };

/** What both kinds of its pages leave unsaid. */
export const notSaid = {
  source: 'bilbasen',
  oldPrice: null,
  subtitle: null,
  isAmongVehicles: true,
  listedAt: null,
} as const satisfies Partial<AdFields>;

/** The ad that a row of a search's data tells of, its words and all its photos included; or why it is none. */
export function readRow(row: unknown, { origin, demoOrigin }: BilbasenContext): AdFields | Rejection {
  const id = readId(row, 'externalId');
  if (id === null) return { reason: 'no_id' };
  const make = makeOf(cleanLine(readAt(row, 'make'), 40));
  const model = cleanLine(readAt(row, 'model'), 60);
  const variant = cleanLine(readAt(row, 'variant'), 100);
  const title = cleanLine([make, model, variant].filter(Boolean).join(' '));
  if (title === null) return { id, reason: 'no_title' };
  const fact = (name: string) => readString(row, 'properties', name, 'displayTextShort');
  const registered = /^(?:\d{1,2}\/)?((?:19|20)\d{2})$/.exec(
    fact('firstregistrationdate')?.trim() ?? '',
  )?.[1];
  const photos = readArray(row, 'media').map((one) =>
    readString(one, 'mediaType') === 'Picture' ? readString(one, 'url') : null,
  );
  return {
    ...notSaid,
    id,
    itemUrl: addressIn(readString(row, 'uri'), id, origin),
    title,
    description: cleanParagraphs(readAt(row, 'description')) ?? '',
    ...priceOf(row),
    city: cleanLine(readAt(row, 'location', 'city'), 80),
    said: { ...nothingSaid, postalCode: postalCodeOf(readAt(row, 'location', 'zipCode')) },
    availability: 'live',
    photoUrls: photosOf(photos, demoOrigin),
    vehicle: {
      ...emptyForm,
      make,
      model: make && model,
      trim: variant,
      year: registered ? Number(registered) : null,
      mileage: parseMileage(fact('mileage') ?? ''),
      fuel: fuelOf(fact('fueltype')),
      gearbox: gearboxOf(fact('geartype')),
      horsepower: horsepowerOf(fact('hk')),
      sellerType: sellerTypeOf(readString(row, 'sellerType')),
    },
  };
}

/** Its own address where it is one of this ad: it names make, model and variant. */
function addressIn(uri: string | null, id: string, origin: string): string {
  const fallback = bilbasenItemAddress(id, origin);
  if (uri === null || !URL.canParse(uri)) return fallback;
  const { origin: of, pathname } = new URL(uri);
  const shows = of === bilbasenOrigin || of === origin ? shownAt(pathname) : null;
  return shows?.kind === 'item' && shows.id === id ? `${origin}${pathname}` : fallback;
}

const postalCodeOf = (code: unknown): string | null =>
  typeof code === 'number' && Number.isInteger(code) && code >= 800 && code <= 9999
    ? String(code).padStart(4, '0')
    : null;

/** "65 hk" or "65 hk/145 nm". */
export function horsepowerOf(text: string | null): number | null {
  const hp = Number(/^\s*(\d{2,4})\s*(?:hk|hp)\b/i.exec(text ?? '')?.[1] ?? Number.NaN);
  return hp >= 20 && hp <= 2000 ? hp : null;
}
