import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { openedPage, openedPagesOf } from '#core/marketplaces/marketplaces.ts';
import type { PageAnswer, PageMessage, Wall } from '../messages.ts';
import type { ExtensionTexts } from '../texts.ts';
import { Lines } from './lines.ts';

type Surroundings = {
  page: Document;
  /** What the page shows now; null where it is neither a search nor an ad. */
  collect: () => HandedPage | null;
  ask: (message: PageMessage) => Promise<PageAnswer | null>;
  texts: ExtensionTexts;
  /** Where a browser is connected with an account. */
  pairAddress: string;
  demoOrigin?: string | undefined;
};

/** A page that changes is read again after this long. */
const settleMs = 400;

/** A page that has shown no cars by then shows none: something stands in the way. */
const wallAfterMs = 10_000;

/** Cars that are being rated are asked for again: most are rated within seconds, the others ever more seldom. */
const askAgainMs = [
  ...Array<number>(6).fill(250),
  ...Array<number>(14).fill(500),
  ...[1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000],
];

/** Lets the page do its own work between two parts of ours. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

type Shown = { page: HandedPage; source: MarketplaceId };

/** Reads the page whenever its ads change, and shows what is known of them. */
export class PageWatcher {
  readonly #around: Surroundings;
  #lines: Lines | null = null;
  /** The ads that the page linked to when it was read; null where it showed none. */
  #lastLinks: string | null = null;
  /** Whether the page has changed since it was read. */
  #isStale = true;
  #isPlanned = false;
  /** One reading after the other. */
  #reading: Promise<void> = Promise.resolve();
  #observer: MutationObserver | null = null;
  #isOff = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  start(): void {
    const { page } = this.#around;
    this.#observer = new MutationObserver(() => {
      this.#isStale = true;
      this.#later();
    });
    this.#observer.observe(page.body, {
      childList: true,
      subtree: true,
      // A site may show another ad in the same element.
      attributes: true,
      attributeFilter: ['href'],
    });
    this.#later(0);
    setTimeout(() => {
      if (this.#lastLinks === null) void this.#around.ask({ ask: 'wall', wall: wallOf(page) });
    }, wallAfterMs);
  }

  #later(waitMs = settleMs): void {
    if (this.#isPlanned || this.#isOff) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      // A page that cannot be read keeps a later one from nothing.
      this.#reading = this.#reading.then(() => this.#read()).catch(() => undefined);
    }, waitMs);
  }

  /** Reads the page's data only where its links to ads are others than before: pages change all the time, and data is long. */
  async #read(): Promise<void> {
    if (this.#isOff) return;
    const source = this.#source();
    const links = source && linksOf(this.#around.page, source);
    if (source && links === this.#lastLinks) {
      this.#lines?.replace(source);
      return;
    }
    await pause();
    const shown = this.#collect();
    await pause();
    if (this.#isOff) return;
    if (!shown) {
      // The person has gone on to a page without cars, perhaps without loading one.
      this.#lines?.remove();
      this.#lines = null;
      this.#lastLinks = null;
      return;
    }
    this.#lines?.replace(shown.source);
    this.#lastLinks = links;
    void this.#rate(shown, links);
  }

  /** Asks until every car of the page is rated, or the page shows others. */
  async #rate(first: Shown, links: string | null): Promise<void> {
    let shown: Shown | null = first;
    let retryAfterMs = 0;
    for (const pauseMs of [0, ...askAgainMs]) {
      const waitMs = Math.max(pauseMs, retryAfterMs);
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      // To read a page takes long, and most stand still while their cars are rated.
      if (this.#isStale) shown = this.#collect();
      await pause();
      if (this.#isOff || links !== this.#lastLinks) return;
      // The page is being drawn anew, or the browser has ended the worker meanwhile.
      const answer = shown && (await this.#around.ask({ ask: 'rate', page: shown.page }).catch(() => null));
      if (!shown || !answer) continue;
      if (links !== this.#lastLinks) return;
      this.#show(shown.source, answer);
      if (!answer.isUnfinished) return;
      retryAfterMs = answer.retryAfterMs ?? 0;
    }
  }

  /** Null while the page shows no cars and does not say that there are none, or that its ad is gone. */
  #collect(): Shown | null {
    this.#isStale = false;
    const found = this.#around.collect();
    const source = this.#source();
    if (!found || !source) return null;
    const saysWhyNot = found.hasNoResults || (found.kind === 'item' && found.isRemoved === true);
    if (found.ads.length + found.cards.length === 0 && !saysWhyNot) return null;
    return { page: found, source };
  }

  #source(): MarketplaceId | null {
    const { page, demoOrigin } = this.#around;
    const { origin, pathname } = page.location;
    return openedPage(origin, pathname, demoOrigin)?.source ?? null;
  }

  #show(source: MarketplaceId, { ratings, adCount, silence, origin }: PageAnswer): void {
    const { texts, page, pairAddress, ask } = this.#around;
    if (silence === 'off' || silence === 'not_a_page') {
      this.#lines?.remove();
      this.#lines = null;
      return;
    }
    this.#lines ??= new Lines(page, texts, () => {
      this.#isOff = true;
      this.#observer?.disconnect();
      void ask({ ask: 'switchOff' });
    });
    this.#lines.show(source, ratings, origin);
    if (silence) {
      const isUnpaired = silence === 'not_paired' || silence === 'token_refused';
      this.#lines.say(texts.silence[silence], isUnpaired ? pairAddress : null);
      return;
    }
    this.#lines.drop(ratings);
    const rated = ratings.filter(({ deal, isPreliminary }) => deal !== 'no_estimate' && !isPreliminary);
    this.#lines.say(texts.rating(rated.length, adCount));
  }
}

/** The page's path and its links to ads: what it shows, as cheaply as it can be told. */
function linksOf(page: Document, source: MarketplaceId): string {
  const { part } = openedPagesOf(source).adLinks;
  const links = Array.from(page.querySelectorAll(`a[href*="${part}"]`), (link) => link.getAttribute('href'));
  return [page.location.pathname, ...new Set(links)].join(' ');
}

/** What stands in the way, by the marks that such pages have. */
function wallOf(page: Document): Wall {
  if (page.querySelector('input[type=password]')) return 'login';
  return page.querySelector('iframe[src*="captcha" i], [id*="captcha" i], [class*="captcha" i]')
    ? 'captcha'
    : 'unknown_page';
}
