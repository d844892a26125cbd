import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import type { Deal } from '#core/valuation/valuation.ts';

/** What the line on a marketplace's page says of one ad: only what the reader's plan may see. */
export type AdRating = {
  /** The marketplace's own number of the ad. */
  adId: string;
  deal: Deal;
  /** Price asked less market value in DKK; null where the plan or the rating has none. */
  gapDkk: number | null;
  findings: number;
  /** Rated by the ad alone while the photos are searched for a plate. */
  isPreliminary: boolean;
  /** "/car/…" on the installation. */
  carPath: string;
};

/** Why a page that should show cars shows none. */
export type Wall = 'login' | 'captcha' | 'unknown_page';

/** What the script in a marketplace's page asks the worker. */
export type PageMessage =
  /** `page` as the Bilfund button reads it; null with the reason where there was nothing to read. */
  { ask: 'rate'; page: HandedPage } | { ask: 'wall'; wall: Wall } | { ask: 'switchOff' };

/** Why the installation was not asked, or refused. */
export type Refusal = 'not_paired' | 'token_refused' | 'limit_reached' | 'busy' | 'offline';

/** Why there are no ratings on this page. */
export type Silence = Refusal | 'off' | 'not_a_page';

export type PageAnswer = {
  /** Of the ads that are known; the others are missing. */
  ratings: AdRating[];
  /** How many ads the page shows. */
  adCount: number;
  /** Whether cars of this page are being rated: asking again later brings more. */
  isUnfinished: boolean;
  /** How long the installation wants not to be asked again; null where it did not say. */
  retryAfterMs: number | null;
  silence: Silence | null;
  /** Where cars' pages are: "https://…". */
  origin: string;
};

/** What the installation's own page hands over. */
export type PairMessage = { ask: 'pair'; token: string; language: 'en' | 'da' } | { ask: 'paired' };

/** A search that a person marked: it is opened again in a tab of its own while the browser runs. */
export type Watch = {
  /** Of the automated search on the installation. */
  id: string;
  source: MarketplaceId;
  href: string;
  name: string;
  intervalMinutes: number;
  /** Milliseconds since 1970. */
  nextAtMs: number;
  lastSeenAtMs: number | null;
};

export type LogEntry = {
  atMs: number;
  source: MarketplaceId | null;
  event:
    | 'paired'
    | 'unpaired'
    | 'sent'
    | 'opened'
    | 'read'
    | 'wall'
    | 'refused'
    | 'stopped'
    | 'started'
    | 'ended';
  /** The search's name, a count, or the wall. */
  detail: string;
};

export type State = {
  /** Why the last press was refused. */
  refusal: Refusal | null;
  /** The search that is being listed on the installation, from which it is watched. */
  starting: string | null;
  origin: string;
  language: 'en' | 'da';
  isPaired: boolean;
  off: MarketplaceId[];
  walls: Partial<Record<MarketplaceId, { wall: Wall; atMs: number }>>;
  watches: Watch[];
  isWatching: boolean;
  pagesToday: number;
  pagesPerDay: number;
  log: LogEntry[];
};

export type PopupMessage =
  | { ask: 'state' }
  /** Answered when the installation has taken or refused what was pressed. */
  | { ask: 'settled' }
  /** Asks the installation what was chosen there, and whether the connection still stands. */
  | { ask: 'look' }
  | { ask: 'switch'; source: MarketplaceId; isOn: boolean }
  | { ask: 'watchAll'; isOn: boolean }
  | { ask: 'watch'; href: string; name: string; intervalMinutes: number }
  | { ask: 'unwatch'; id: string }
  | { ask: 'interval'; id: string; intervalMinutes: number }
  | { ask: 'resume'; source: MarketplaceId }
  | { ask: 'unpair' };

export type Message = PageMessage | PairMessage | PopupMessage;
