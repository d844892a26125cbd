import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { openedPagesOf } from '#core/marketplaces/marketplaces.ts';
import type { AdRating } from '../messages.ts';
import { type ExtensionTexts, lineOf } from '../texts.ts';

/** Of Bilfund's look: the paper, the ink and the colour of each verdict, in light and in dark. */
const style = `
  :host { all: initial; }
  .line, .note { box-sizing: border-box; padding: 4px 9px; border-radius: 6px; font: 600 13px/18px system-ui, sans-serif;
    font-variant-numeric: tabular-nums; text-decoration: none; color: var(--ink); background: var(--paper);
    box-shadow: 0 1px 3px rgb(0 0 0 / .25); }
  .line { position: absolute; width: max-content; max-width: var(--room); }
  .line:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  .note[hidden] { display: none; }
  .note { position: fixed; left: 12px; bottom: 12px; display: flex; flex-wrap: wrap; gap: 0 10px; max-width: min(420px, 90vw); padding-right: 2px;
    font-weight: 500; }
  .note a { color: inherit; }
  button { all: unset; cursor: pointer; padding: 0 8px; border-radius: 5px; text-decoration: underline; }
  .amazing { color: var(--amazing); } .fair { color: var(--fair); } .poor { color: var(--poor); }
  :host { --paper: #f7f3ed; --ink: #17211d; --accent: #0e4b38; --amazing: #0b6b48; --fair: #2d5790; --poor: #a3342b; }
  @media (prefers-color-scheme: dark) {
    :host { --paper: #151c19; --ink: #edf1ee; --accent: #7fd3a8; --amazing: #7fd3a8; --fair: #9dbdf0; --poor: #f2a099; }
  }`;

/** Of a line of one row. */
const lineHeight = 26;
const inset = 8;

/** What on a page can be pressed beside the ad itself. */
const controls = 'button, [role=button], input, select, textarea, [role=dialog], dialog';

type Placed = {
  line: HTMLAnchorElement;
  link: HTMLAnchorElement;
  isPreliminary: boolean;
  /** The width in pixels that the line was last given; null before. */
  room: number | null;
};

/**
 * One line for each rated ad, in a layer of its own above the page: nothing of the page is changed or moved, and what the
 * page's own style says does not reach it. A line that would lie over a control of the site is not shown.
 */
export class Lines {
  readonly #page: Document;
  readonly #texts: ExtensionTexts;
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #list: HTMLElement;
  readonly #note: HTMLElement;
  readonly #placed = new Map<string, Placed>();
  #isPlanned = false;
  readonly #stopping = new AbortController();

  constructor(page: Document, texts: ExtensionTexts, onOff: () => void) {
    this.#page = page;
    this.#texts = texts;
    this.#host = page.createElement('div');
    // No height and no width: the page below is laid out as without it.
    this.#host.style.cssText = 'position:absolute;top:0;left:0;width:0;height:0;z-index:2';
    this.#root = this.#host.attachShadow({ mode: 'closed' });
    const sheet = page.createElement('style');
    sheet.textContent = style;
    this.#list = page.createElement('div');
    this.#list.setAttribute('role', 'region');
    this.#list.setAttribute('aria-label', texts.region);
    this.#note = page.createElement('p');
    this.#note.className = 'note';
    this.#note.setAttribute('role', 'status');
    const words = page.createElement('span');
    const off = page.createElement('button');
    off.type = 'button';
    off.textContent = texts.turnOff;
    off.addEventListener('click', () => {
      this.remove();
      onOff();
    });
    this.#note.append(words, off);
    this.#note.hidden = true;
    this.#root.append(sheet, this.#list, this.#note);
    page.documentElement.append(this.#host);
    const view = page.defaultView!;
    const again = () => this.#plan();
    const { signal } = this.#stopping;
    view.addEventListener('scroll', again, { capture: true, passive: true, signal });
    view.addEventListener('resize', again, { passive: true, signal });
  }

  /** Shows these ratings beside those that are there already. `carsOrigin` is where cars' pages are. */
  show(source: MarketplaceId, ratings: readonly AdRating[], carsOrigin: string): void {
    const links = this.#linksOf(source);
    for (const rating of ratings) {
      const link = links.get(rating.adId);
      const car = new URL(rating.carPath, carsOrigin);
      if (!link || car.origin !== carsOrigin) continue;
      const line = this.#placed.get(rating.adId)?.line ?? this.#newLine();
      line.className = `line ${rating.deal}`;
      line.textContent = lineOf(rating, this.#texts);
      line.setAttribute('aria-label', `Bilfund: ${lineOf(rating, this.#texts)}. ${titleOf(link)}`);
      line.target = '_blank';
      line.rel = 'noopener noreferrer';
      line.href = car.href;
      const room = this.#placed.get(rating.adId)?.room ?? null;
      this.#placed.set(rating.adId, { line, link, isPreliminary: rating.isPreliminary, room });
    }
    this.#plan();
  }

  /** What was said by the ad alone stands only until an answer that has it no longer. */
  drop(ratings: readonly AdRating[]): void {
    const shown = new Set(ratings.map(({ adId }) => adId));
    for (const [adId, { isPreliminary }] of this.#placed)
      if (isPreliminary && !shown.has(adId)) this.#remove(adId);
  }

  #remove(adId: string): void {
    this.#placed.get(adId)?.line.remove();
    this.#placed.delete(adId);
  }

  /** Not seen before it has its place: what appears somewhere and moves counts as a shift of the page. */
  #newLine(): HTMLAnchorElement {
    const line = this.#list.appendChild(this.#page.createElement('a'));
    line.style.visibility = 'hidden';
    return line;
  }

  /** One sentence at the foot of the window, with the switch for this site. */
  say(text: string, address: string | null = null): void {
    const words = this.#note.firstElementChild!;
    if (address) {
      const link = this.#page.createElement('a');
      link.href = address;
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
      link.textContent = text;
      words.replaceChildren(link);
    } else words.textContent = text;
    this.#note.hidden = text === '';
  }

  /** Places the lines anew: the page has grown or changed. */
  replace(source: MarketplaceId): void {
    const links = this.#linksOf(source);
    for (const [adId, placed] of this.#placed) {
      const link = links.get(adId);
      if (link) placed.link = link;
      else this.#remove(adId);
    }
    this.#plan();
  }

  remove(): void {
    this.#stopping.abort();
    this.#host.remove();
  }

  /** The first link of each ad that has a photo, else the first. */
  #linksOf(source: MarketplaceId): Map<string, HTMLAnchorElement> {
    const { part, id } = openedPagesOf(source).adLinks;
    const links = new Map<string, HTMLAnchorElement>();
    for (const link of this.#page.querySelectorAll<HTMLAnchorElement>(`a[href*="${part}"]`)) {
      const adId = id.exec(link.getAttribute('href') ?? '')?.[1];
      if (adId === undefined) continue;
      const known = links.get(adId);
      if (!known || (!known.querySelector('img') && link.querySelector('img'))) links.set(adId, link);
    }
    return links;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#page.defaultView!.requestAnimationFrame(() => {
      this.#isPlanned = false;
      this.#place();
    });
  }

  /** Reads all places first and writes then: the page is laid out once. */
  #place(): void {
    const { innerHeight, scrollX, scrollY } = this.#page.defaultView!;
    const places = [...this.#placed.values()].map((placed) => {
      const { line, link } = placed;
      const card = cardOf(link);
      const { left, bottom, width, height } = (card.querySelector('img') ?? link).getBoundingClientRect();
      const room = width - 2 * inset;
      const tall = line.offsetHeight;
      const top = bottom - tall - inset;
      const isSeen = bottom > 0 && top < innerHeight;
      const isFree =
        height > lineHeight + tall &&
        width > 100 &&
        (!isSeen || this.#isFree(card, { left: left + inset, top, width: line.offsetWidth, tall }));
      return { placed, isFree, left: left + inset + scrollX, top: top + scrollY, room };
    });
    let isWhole = true;
    for (const { placed, isFree, left, top, room } of places) {
      // How many rows it needs is known once it has been given its room.
      const isMeasured = placed.room === room;
      const visibility = isFree && isMeasured ? 'visible' : 'hidden';
      placed.line.style.cssText = `left:${left}px;top:${top}px;--room:${room}px;visibility:${visibility}`;
      placed.room = room;
      isWhole &&= isMeasured;
    }
    if (!isWhole) this.#plan();
  }

  /** Whether nothing but the ad's own card lies where its line would. `at`: the line's place in the window, in pixels. */
  #isFree(card: Element, at: { left: number; top: number; width: number; tall: number }): boolean {
    const along = [2, at.width / 3, (2 * at.width) / 3, at.width - 2];
    const down = [lineHeight / 2, at.tall - lineHeight / 2];
    const points = along.flatMap((x) =>
      down.map((y) => this.#page.elementsFromPoint(at.left + x, at.top + y)),
    );
    return points.every((elements) => {
      const below = elements.find((element) => element !== this.#host);
      if (!below) return false;
      const control = below.closest(controls);
      const isOther = control !== null && !control.contains(card) && !card.matches(controls);
      return (card.contains(below) || below.contains(card)) && !isOther;
    });
  }
}

const cardOf = (link: HTMLAnchorElement): Element => link.closest('article, li, [role=article]') ?? link;

const titleOf = (link: HTMLAnchorElement): string =>
  (cardOf(link).textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
