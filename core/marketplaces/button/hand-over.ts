import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { isOriginOfPages, openedPage } from '#core/marketplaces/marketplaces.ts';
import { isObject, type JsonObject, readId, readString } from '#core/marketplaces/page/json-read.ts';
import { keepFields } from './opened-pages.ts';

/** Raised when the format that the button sends changes: buttons are bookmarks, and old ones remain in use. */
export const buttonVersion = 1;

/** A rendered card: its visible lines, and its photo if the data has none. */
export type HandedCard = { id: string; lines: string[]; photo: string | null };

export type HandedPage = {
  kind: 'search' | 'item';
  /** Path and query of the page, without parameters that only the site uses. */
  path: string;
  /** The site says that nothing matches; cards below are suggestions then. */
  hasNoResults: boolean;
  /** The data of ads, reduced to the kept fields; for an ad's own page, the objects that it is spread over. */
  ads: JsonObject[];
  cards: HandedCard[];
  /** The site's own count of what matches a search; missing where it gives none, and from older buttons. */
  total?: number;
  /** Whether the site says that no page follows; missing as `total`. */
  isLast?: boolean;
  /** Whether the site says that it has no such ad; missing on a page that shows one, and from older buttons. */
  isRemoved?: boolean;
};

/** From the button's window to the marketplace's page: it is listening. */
export type ReadyMessage = { bilfund: 'ready'; nonce: string };

/** From the marketplace's page to the button's window; without a page if the button was pressed on another site. */
export type HandOver = { bilfund: 'cars'; version: number; nonce: string; page: HandedPage | null };

/** Far more than a page contains after long scrolling; anything larger did not come from the button. */
export const handOverLimits = {
  cars: 500,
  characters: 2_000_000,
  depth: 12,
  values: 200_000,
  cardLines: 12,
  lineLetters: 200,
} as const;

const handOverRefusals = [
  'foreign_origin',
  'wrong_nonce',
  'old_button',
  'too_large',
  'too_many',
  'not_understood',
  'elsewhere',
  'ad_removed',
  'ad_not_loaded',
  'page_outdated',
  'no_cars',
] as const;
export type HandOverRefusal = (typeof handOverRefusals)[number];

/** `address`: the page's address; `carCount`: how many cars it shows. */
export type TakenPage = HandedPage & { source: MarketplaceId; address: string; carCount: number };

type Expected = { nonce: string; demoOrigin: string | undefined };

/** Reads a message from another window, which may be anything: known fields are copied, each with a limit. */
export function readHandOver(
  message: { origin: string; data: unknown },
  { nonce, demoOrigin }: Expected,
): TakenPage | HandOverRefusal {
  if (!isOriginOfPages(message.origin, demoOrigin)) return 'foreign_origin';
  const { data } = message;
  if (!isObject(data) || data.bilfund !== 'cars' || typeof data.version !== 'number') return 'not_understood';
  if (data.nonce !== nonce) return 'wrong_nonce';
  if (data.version < buttonVersion) return 'old_button';
  if (data.version > buttonVersion) return 'not_understood';
  if (data.page === null) return 'elsewhere';
  return excessOf(data.page) ?? readPage(data.page, message.origin, demoOrigin);
}

/** Measures before copying, without recursion, and stops as soon as a limit is exceeded. */
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

function readPage(
  page: unknown,
  origin: string,
  demoOrigin: string | undefined,
): TakenPage | HandOverRefusal {
  const path = (readString(page, 'path') ?? '').slice(0, 2_000);
  const [pathname = ''] = path.split(/[?#]/);
  const opened = openedPage(origin, pathname, demoOrigin);
  if (opened === null) return 'elsewhere';
  const { source, shows, pages } = opened;
  const { ads, cards, hasNoResults, total, isLast, isRemoved } = page as JsonObject;
  const known = (ad: JsonObject) =>
    pages.idOf(ad) !== null && (shows.kind === 'search' || pages.idOf(ad) === shows.id);
  const keptAds = (Array.isArray(ads) ? ads : []).map((ad) => keepFields(ad, pages.fields)).filter(known);
  const drawn = (Array.isArray(cards) ? cards : []).map(readCard).filter((card) => card !== null);
  const readCards = pages.readsCards && shows.kind === 'search' ? drawn : [];
  const ids = [...keptAds.map(pages.idOf), ...readCards.map(({ id }) => id)];
  const carCount = new Set(ids).size;
  if (carCount === 0 && isRemoved === true) return 'ad_removed';
  if (carCount === 0 && shows.kind === 'item') return 'ad_not_loaded';
  if (carCount === 0) return drawn.length > 0 ? 'page_outdated' : 'no_cars';
  return {
    source,
    kind: shows.kind,
    path,
    hasNoResults: hasNoResults === true,
    ads: keptAds,
    cards: readCards,
    ...(Number.isSafeInteger(total) && Number(total) >= 0 && { total: Number(total) }),
    ...(typeof isLast === 'boolean' && { isLast }),
    address: `${origin}${path}`,
    carCount,
  };
}

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
