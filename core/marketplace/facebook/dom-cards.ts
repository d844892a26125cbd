import { type AdFields, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { parseMileage } from '#core/marketplace/ad/mileage.ts';
import { parsePrice } from '#core/marketplace/ad/price.ts';
import { cleanLine } from '#core/marketplace/ad/text.ts';
import { readAttribute, scanElements, scanTags, textRuns } from '#core/marketplace/page/html-scan.ts';
import { mostRowsRead, type Rejection } from '#core/marketplace/parsed-page.ts';
import { badgeIn, isPriceLine, splitBadge } from './card-words.ts';
import { isAllowedPhotoUrl, itemAddress } from './hosts.ts';
import type { PageContext } from './page-context.ts';

/** `shownCount`: the cars that have a card, those beyond the limit and those that could not be read among them. */
export type Cards = { ads: AdFields[]; rejected: Rejection[]; shownCount: number };

export const noCards: Cards = { ads: [], rejected: [], shownCount: 0 };

/**
 * The rendered cards of a search page. A card is a link to an item whose texts come in the order price, old price, title,
 * place, mileage (cards stopped showing the last), with badges anywhere between. What stands there is less than the data:
 * no dates, one photo; but it is what the visitor sees, while the data is what the page began with.
 */
export function readDomCards(html: string, context: PageContext): Cards {
  const ads = new Map<string, AdFields>();
  const seen = new Set<string>();
  for (const anchor of scanElements(html, 'a')) {
    const id = /\/marketplace\/item\/(\d{1,25})(?:[/?#]|$)/.exec(
      readAttribute(anchor.attributes, 'href') ?? '',
    )?.[1];
    if (id === undefined || ads.has(id)) continue;
    seen.add(id);
    const ad = ads.size < mostRowsRead ? readCard(id, anchor, context) : null;
    if (ad) ads.set(id, ad);
  }
  const isCut = ads.size === mostRowsRead;
  const unread = isCut ? [] : [...seen].filter((id) => !ads.has(id));
  return {
    ads: [...ads.values()],
    rejected: unread.map((id) => ({ id, reason: 'no_title' })),
    shownCount: seen.size,
  };
}

/** "VW Golf 1,6 TDI 2014, DKK84,900, Odense, listing 101": a link's name, in the order of a card's lines. */
function linesOfName(name: string): string[] {
  const parts = name
    .split(/,\s+/)
    .filter((part) => !/^(?:listing|opslag|annonce|annons|anzeige)\s\d+$/i.test(part));
  const at = parts.findIndex(isPriceLine);
  return at < 0 ? [] : [parts[at]!, parts.slice(0, at).join(', '), ...parts.slice(at + 1)];
}

/** "DKK84,900DKK99,900": the price and the one before it, drawn without a blank between them. */
function splitPrices(run: string): string[] {
  const both =
    /^((?:[A-Z]{3}|[A-Z]{0,2}[$€£])\s?\d[\d.,\s]*\d)((?:[A-Z]{3}|[A-Z]{0,2}[$€£])\s?\d[\d.,\s]*\d)$/.exec(
      run,
    );
  return both ? [both[1]!, both[2]!] : [run];
}

function readCard(
  id: string,
  { attributes, content: markup }: { attributes: string; content: string },
  context: PageContext,
): AdFields | null {
  const drawn = textRuns(markup).filter((run) => cleanLine(run) !== null);
  const runs = (drawn.length > 0 ? drawn : linesOfName(readAttribute(attributes, 'aria-label') ?? ''))
    .map((run) => cleanLine(run) ?? '')
    .flatMap(splitPrices)
    .flatMap(splitBadge)
    .filter((run) => run !== '');
  const words = runs.filter((run) => !badgeIn(run));
  const firstWord = words.findIndex((run, at) => at === 2 || !isPriceLine(run));
  if (firstWord < 0) return null;
  const priceTexts = words.slice(0, firstWord);
  const [title, ...others] = words.slice(firstWord);
  const place = others.find((run) => parseMileage(run) === null && !sellerWords.test(run));
  return {
    source: 'facebook',
    id,
    itemUrl: itemAddress(id, context.origin),
    title: title!,
    description: null,
    price: priceTexts[0] === undefined ? null : parsePrice(priceTexts[0]),
    priceText: priceTexts[0] ?? null,
    oldPrice: priceTexts[1] === undefined ? null : (parsePrice(priceTexts[1])?.amount ?? null),
    city: place?.split(',')[0]?.trim() || null,
    subtitle: cleanLine(others.filter((run) => run !== place).join(' · ')),
    isAmongVehicles: null,
    said: nothingSaid,
    listedAt: null,
    availability: availabilityIn(runs),
    photoUrls: readPhotos(markup, context),
    vehicle: null,
  };
}

const sellerWords = /^(?:dealership|dealer|forhandler|bilhandel|återförsäljare|händler)$/i;

function availabilityIn(runs: readonly string[]): Listing['availability'] {
  return runs.map((run) => badgeIn(run)?.availability).find((said) => said) ?? 'live';
}

function readPhotos(markup: string, context: PageContext): string[] {
  const image = scanTags(markup.slice(0, 20_000), ['img']).next().value;
  const url = (image && readAttribute(image.attributes, 'src')) ?? '';
  return isAllowedPhotoUrl(url, { demoOrigin: context.demoOrigin }) ? [new URL(url).href] : [];
}
