import { isObject, type JsonObject, readId, readString } from '#core/marketplace/page/json-read.ts';
import { isMarketplaceOrigin } from '../hosts.ts';
import { buttonVersion, type HandedCard, type HandedPage, handOverLimits } from './hand-over.ts';
import { keepAdFields } from './kept-fields.ts';
import { isListPath, itemIdOf } from './page-kind.ts';

/** Why nothing was taken of what a window sent. */
const handOverRefusals = [
  'foreign_origin',
  'wrong_nonce',
  'old_button',
  'too_large',
  'too_many',
  'not_understood',
  'elsewhere',
  'ad_not_loaded',
  'no_cars',
] as const;
export type HandOverRefusal = (typeof handOverRefusals)[number];

/** `address` is the page's; `carCount` how many cars it shows. */
export type TakenPage = HandedPage & { address: string; carCount: number };

type Expected = { nonce: string; demoOrigin: string | undefined };

/** What another window sent, which may be anything: what is known is copied out of it, field by field and bounded. */
export function readHandOver(
  message: { origin: string; data: unknown },
  { nonce, demoOrigin }: Expected,
): TakenPage | HandOverRefusal {
  if (!isMarketplaceOrigin(message.origin, demoOrigin)) return 'foreign_origin';
  const { data } = message;
  if (!isObject(data) || data.bilfund !== 'cars' || typeof data.version !== 'number') return 'not_understood';
  if (data.nonce !== nonce) return 'wrong_nonce';
  if (data.version < buttonVersion) return 'old_button';
  if (data.version > buttonVersion) return 'not_understood';
  if (data.page === null) return 'elsewhere';
  return excessOf(data.page) ?? readPage(data.page, message.origin);
}

/** Measured before anything is copied, without recursion, and given up as soon as it is too much. */
function excessOf(page: unknown): HandOverRefusal | null {
  if (!isObject(page)) return 'not_understood';
  const { characters, values, depth: mostDepth, cars } = handOverLimits;
  if ([page.ads, page.cards].some((list) => Array.isArray(list) && list.length > cars)) return 'too_many';
  const stack: { value: unknown; depth: number }[] = [{ value: page, depth: 0 }];
  let letters = 0;
  for (let count = 0; stack.length > 0; count++) {
    const { value, depth } = stack.pop()!;
    if (typeof value === 'string') letters += value.length;
    if (letters > characters || count > values) return 'too_large';
    if (depth > mostDepth) return 'not_understood';
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) stack.push({ value: inner, depth: depth + 1 });
  }
  return null;
}

function readPage(page: unknown, origin: string): TakenPage | HandOverRefusal {
  const path = (readString(page, 'path') ?? '').slice(0, 2_000);
  const [pathname = ''] = path.split(/[?#]/);
  const itemId = itemIdOf(pathname);
  if (itemId === null && !isListPath(pathname)) return 'elsewhere';
  const { ads, cards, hasNoResults } = page as JsonObject;
  const handed: HandedPage = {
    kind: itemId === null ? 'search' : 'item',
    path,
    hasNoResults: hasNoResults === true,
    ads: (Array.isArray(ads) ? ads : []).map(keepAdFields).filter((ad) => readId(ad, 'id') !== null),
    cards: (Array.isArray(cards) ? cards : []).map(readCard).filter((card) => card !== null),
  };
  const cars = itemId === null ? handed : onlyAd(handed, itemId);
  const carCount = new Set([...cars.ads, ...cars.cards].map(({ id }) => id)).size;
  if (carCount === 0) return itemId === null ? 'no_cars' : 'ad_not_loaded';
  return { ...cars, address: `${origin}${path}`, carCount };
}

const onlyAd = (page: HandedPage, id: string): HandedPage => ({
  ...page,
  ads: page.ads.filter((ad) => ad.id === id),
  cards: [],
});

function readCard(raw: unknown): HandedCard | null {
  const id = readId(raw, 'id');
  const lines = isObject(raw) && Array.isArray(raw.lines) ? raw.lines : [];
  if (id === null) return null;
  return {
    id,
    lines: lines
      .filter((line) => typeof line === 'string')
      .slice(0, handOverLimits.cardLines)
      .map((line) => line.slice(0, handOverLimits.lineLetters)),
    photo: readString(raw, 'photo')?.slice(0, 4_096) ?? null,
  };
}
