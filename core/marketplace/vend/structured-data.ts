import { type AdFields, emptyForm, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import { makeOf } from '#core/marketplace/ad/form-words.ts';
import { cleanLine } from '#core/marketplace/ad/text.ts';
import { readAttribute, scanElements } from '#core/marketplace/page/html-scan.ts';
import { readArray, readAt, readNumber, readString } from '#core/marketplace/page/json-read.ts';
import { ownPhotos } from './photos.ts';
import { vendAd } from './vend-ad.ts';
import type { VendContext } from './vend-site.ts';

const mostProducts = 200;

/**
 * The products that a search page lists for search engines. They have no year, no mileage, no seller and do not say whether a
 * price is without tax: they only fill gaps, or serve where nothing else can be read.
 */
export function readStructuredData(html: string, context: VendContext): AdFields[] {
  for (const { attributes, content } of scanElements(html, 'script')) {
    if (readAttribute(attributes, 'type')?.toLowerCase() !== 'application/ld+json') continue;
    const ads = itemsOf(content)
      .slice(0, mostProducts)
      .flatMap((element) => readProduct(readAt(element, 'item'), context) ?? []);
    if (ads.length > 0) return ads;
  }
  return [];
}

function itemsOf(content: string): unknown[] {
  try {
    const document: unknown = JSON.parse(content);
    return readString(document, '@type') === 'CollectionPage'
      ? readArray(document, 'mainEntity', 'itemListElement')
      : readArray(document, 'itemListElement');
  } catch {
    return [];
  }
}

function readProduct(product: unknown, context: VendContext): AdFields | null {
  const { site, demoOrigin } = context;
  const id = /\/mobility\/item\/(\d{1,12})(?:[/?#]|$)/.exec(readString(product, 'url') ?? '')?.[1];
  const name = cleanLine(readAt(product, 'name'));
  if (!id || name === null) return null;
  const variant = cleanLine(readAt(product, 'description'), 100);
  const amount = readNumber(product, 'offers', 'price');
  const make = makeOf(cleanLine(readAt(product, 'brand', 'name'), 40));
  return {
    ...vendAd(context, id, name, variant),
    description: null,
    price:
      amount === null || amount < 0
        ? null
        : {
            amount: Math.round(amount),
            currency: readString(product, 'offers', 'priceCurrency') ?? site.currency,
          },
    priceText: null,
    city: null,
    isInPart: true,
    said: nothingSaid,
    listedAt: null,
    availability: 'live',
    photoUrls: ownPhotos([readAt(product, 'image')], id, { site, demoOrigin }),
    vehicle: { ...emptyForm, make, model: make && cleanLine(readAt(product, 'model'), 60), trim: variant },
  };
}
