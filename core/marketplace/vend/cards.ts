import { type AdFields, emptyForm, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import { sellerTypeOf } from '#core/marketplace/ad/form-words.ts';
import { parsePrice } from '#core/marketplace/ad/price.ts';
import { firstElement, textOf } from '#core/marketplace/page/first-element.ts';
import { readAttribute, scanTags } from '#core/marketplace/page/html-scan.ts';
import { visibleBlocks } from '#core/marketplace/page/visible-blocks.ts';
import type { Rejection } from '#core/marketplace/parsed-page.ts';
import { readSpecificationLine } from './card-line.ts';
import { splitHeading } from './heading.ts';
import { ownPhotos } from './photos.ts';
import { vendAd } from './vend-ad.ts';
import type { VendContext } from './vend-site.ts';
import { ageOf, availabilityIn } from './vend-words.ts';

const mostCards = 200;
const mostCardLength = 30_000;
const separator = /\s+[∙·•]\s+/;
/** What stands on a card beside the ad: buttons, and that the place was paid for. */
const noWords =
  /^(?:nyhed!?|sammenlign(?: \p{L}+)?|luk|gå til annoncen|betalt placering|næste|forrige|tilføj til favoritter|ring til sælger)$/iu;

export type Cards = { ads: AdFields[]; rejected: Rejection[] };

/**
 * The rendered cards of a search page, by their elements. They lack plate, chassis number and all photos but one: what is
 * read here serves where the page's data cannot be read.
 */
export function readCards(html: string, context: VendContext): Cards {
  const ads = new Map<string, AdFields>();
  const rejected: Rejection[] = [];
  for (const markup of cardMarkups(html)) {
    if (ads.size + rejected.length >= mostCards) break;
    const ad = readCard(markup, context);
    if ('reason' in ad) rejected.push(ad);
    else if (!ads.has(ad.id)) ads.set(ad.id, ad);
  }
  return { ads: [...ads.values()], rejected };
}

function* cardMarkups(html: string): Generator<string> {
  for (const { attributes, end } of scanTags(html, ['article'])) {
    if (!/\bmobility-search-ad-card\b/.test(readAttribute(attributes, 'class') ?? '')) continue;
    const close = html.indexOf('</article', end);
    yield html.slice(end, Math.min(close === -1 ? html.length : close, end + mostCardLength));
  }
}

function readCard(markup: string, context: VendContext): AdFields | Rejection {
  const { site, demoOrigin } = context;
  const id = idOf(markup);
  if (id === null) return { reason: 'no_id' };
  const title = firstElement(markup, ['h2']);
  const heading = textOf(title);
  if (heading === null) return { id, reason: 'no_title' };
  const { make, model } = splitHeading(heading);
  const blocks = blocksOf(markup.slice(title?.end ?? 0));
  const lineAt = blocks.findIndex((block) => separator.test(block) && readSpecificationLine(block) !== null);
  const priceAt = blocks.findIndex((block, at) => at > lineAt && isPrice(block));
  const variant = lineAt > 0 ? blocks[0]! : lineAt === -1 && priceAt > 0 ? blocks[0]! : null;
  const line = lineAt === -1 ? null : readSpecificationLine(blocks[lineAt]!);
  const price = priceAt === -1 ? null : blocks.slice(priceAt, priceAt + 2).join(' ');
  const behind = blocks.slice(Math.max(priceAt, lineAt) + 1);
  const [city = null, dealer = null] = behind.find((block) => isPlace(block))?.split(separator) ?? [];
  const said = behind.map((block) => sellerTypeOf(block.split(separator)[0]!)).find((type) => type !== null);
  // Only a dealer's name stands behind the place.
  const seller = said ?? (dealer === null ? null : 'dealer');
  const image = scanTags(markup, ['img']).next().value;
  return {
    ...vendAd(context, id, heading, variant),
    description: null,
    price: price === null ? null : priceIn(blocks[priceAt]!, site.currency),
    priceText: price,
    city,
    isInPart: true,
    said: {
      ...nothingSaid,
      dealerName: seller === 'private' ? null : dealer,
      specifications: line?.rangeKm ? [`Rækkevidde: ${line.rangeKm} km`] : [],
    },
    // A card says how long ago, not when: without the hour of the visit that is no date.
    listedAt: null,
    availability:
      blocksOf(markup)
        .map(availabilityIn)
        .find((said) => said !== null) ?? 'live',
    photoUrls: ownPhotos([image ? readAttribute(image.attributes, 'src') : null], id, { site, demoOrigin }),
    vehicle: {
      ...emptyForm,
      make,
      model,
      trim: variant,
      year: line?.year ?? null,
      mileage: line?.km ? { km: line.km, precision: 'exact' } : null,
      fuel: line?.fuel ?? null,
      gearbox: line?.gearbox ?? null,
      engineLitres: line?.engineCc ? Math.round(line.engineCc / 100) / 10 : null,
      sellerType: seller,
    },
  };
}

function idOf(markup: string): string | null {
  for (const { attributes } of scanTags(markup, ['a'])) {
    const id = /\/mobility\/item\/(\d{1,12})(?:[/?#]|$)/.exec(readAttribute(attributes, 'href') ?? '')?.[1];
    if (id) return id;
  }
  return null;
}

const blocksOf = (markup: string): string[] => visibleBlocks(markup).filter((text) => !noWords.test(text));

const isPrice = (block: string): boolean => /^\d[\d.\s\u00a0]*(?:kr\.?|DKK|NOK|SEK|€|EUR)/i.test(block);

function priceIn(block: string, currency: string): AdFields['price'] {
  const price = parsePrice(block);
  return price && { amount: price.amount, currency: /€|EUR/i.test(block) ? 'EUR' : currency };
}

const isPlace = (block: string): boolean => {
  const [first = ''] = block.split(separator);
  return (
    /^\p{Lu}/u.test(first) &&
    !/\d/.test(first) &&
    sellerTypeOf(first) === null &&
    availabilityIn(first) === null &&
    ageOf(block) === null &&
    !/moms|afgift|\/md|leasing/i.test(block)
  );
};
