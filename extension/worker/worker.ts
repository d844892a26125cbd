/// <reference types="chrome" />
import { browserInterval, browserIntervals, browserPagesPerDay } from '#core/imports/own-page.ts';
import {
  buttonVersion,
  type HandedPage,
  readHandOver,
  type TakenPage,
} from '#core/marketplaces/button/hand-over.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { openedPage, openedPagesOf, pathOf } from '#core/marketplaces/marketplaces.ts';
import type { Installation } from '../manifest.ts';
import type {
  AdRating,
  Message,
  PageAnswer,
  PairMessage,
  PopupMessage,
  Refusal,
  Silence,
  State,
  Wall,
  Watch,
} from '../messages.ts';
import { dayOf, dueWatch, nextVisitMs } from './schedule.ts';
import { adsPerCall, type ListedSearch, Refused, Server } from './server.ts';
import { type KeyStore, pagesOn, Store, TokenVault } from './store.ts';
import { longestName, mostWatches, takenOver } from './taken-over.ts';

/** The parts of the browser that the worker uses; its permissions allow no others. */
export type BrowserApi = Pick<typeof chrome, 'runtime' | 'storage' | 'alarms' | 'tabs' | 'action'>;

export type World = {
  browser: BrowserApi;
  keys: KeyStore;
  fetch: typeof fetch;
  now: () => Date;
  /** Within 0 and 1. */
  random: () => number;
};

type Press = Exclude<PopupMessage, { ask: 'state' | 'settled' | 'look' }>;

/** The tab in which a watched search is open; kept for the browser's session alone. */
type Visit = {
  tabId: number;
  watchId: string;
  /** Ads at the last look; null before the first. */
  shownCount: number | null;
  openedAtMs: number;
};

/** The installation is asked this often what was chosen there. */
const takeOverMinutes = 15;

/** A visit that has shown nothing by then is given up. */
const patienceMinutes = 1;

/** The installation's page on which a browser is connected. */
const pairingPath = /^\/extension\/?$/i;

/** A rating is shown again for so long without asking for it: while the other cars of its page are being rated. */
const ratingFreshMs = 30_000;

/** A search of a visit that shows no more ads after this long is taken to stand still. */
const drawnMs = 2_000;

/** An installation that was not reached is told again of an ad that is gone after this long. */
const unreachedMs = 60_000;

/** Ads that were sent in this session and need not be sent again. */
const mostSent = 2_000;

const marketplaceOf = (url: string, demoOrigin: string | null): MarketplaceId | null => {
  const { origin, pathname } = new URL(url);
  return openedPage(origin, pathname, demoOrigin ?? undefined)?.source ?? null;
};

/** The extension's background: answers the scripts in pages and the popup, and opens watched searches when they are due. */
export class Worker {
  readonly #world: World;
  readonly #installation: Installation;
  readonly #store: Store;
  readonly #vault: TokenVault;
  readonly #server: Server;
  #turn: Promise<unknown> = Promise.resolve();
  #claims: Promise<unknown> = Promise.resolve();
  /** Lost when the browser ends the worker, and asked for again then. */
  readonly #rated = new Map<string, { rating: AdRating; atMs: number }>();
  /** The installation wants to be asked for no ratings before. */
  #busyUntilMs = 0;
  /** Why the last press was refused. */
  #refusal: Refusal | null = null;
  /** The search that is being listed on the installation. */
  #starting: string | null = null;
  /** What was pressed and the installation has not taken yet: another interval of a search, null for its end. */
  readonly #pressed = new Map<string, number | null>();

  constructor(world: World, installation: Installation) {
    this.#world = world;
    this.#installation = installation;
    this.#store = new Store(world.browser.storage.local);
    this.#vault = new TokenVault(world.browser.storage.local, world.keys);
    this.#server = new Server(installation.origin, () => this.#vault.read(), world.fetch);
  }

  /** Must be called while the script is read for the first time: browsers wake the worker by these listeners. */
  listen(): void {
    const { runtime, alarms } = this.#world.browser;
    runtime.onMessage.addListener((message: Message, sender, answer) => {
      this.answer(message, sender).then(answer, () => answer(null));
      // The answer comes later.
      return true;
    });
    alarms.onAlarm.addListener(({ name }) => {
      void (name === 'patience' ? this.giveUp() : this.openDue());
    });
    // Made once: a new one would begin its time anew whenever a page wakes the worker.
    void alarms.get('watch').then(async (alarm) => {
      if (!alarm) await alarms.create('watch', { periodInMinutes: 1 });
    });
    void this.#showWalls();
  }

  /** One step after the other for whatever opens, reads or closes a visit. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(step);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Who asks decides what may be asked: a page's script, the installation's own page, the popup. Others get null. */
  async answer(message: Message, sender: chrome.runtime.MessageSender): Promise<unknown> {
    const { runtime } = this.#world.browser;
    if (sender.id !== runtime.id || !sender.url) return null;
    const { origin, pathname } = new URL(sender.url);
    if (sender.url.startsWith(runtime.getURL(''))) return this.#answerPopup(message as PopupMessage);
    if (sender.frameId !== 0) return null;
    if (origin === this.#installation.origin)
      return pairingPath.test(pathname) ? this.#pair(message as PairMessage) : null;
    const source = marketplaceOf(sender.url, this.#installation.demoOrigin);
    switch (message.ask) {
      case 'rate':
        return source ? this.#rate(message.page, sender) : this.#answerOf(null, { silence: 'not_a_page' });
      case 'wall':
        return this.#inTurn(() => this.#meetWall(message.wall, sender));
      case 'switchOff':
        if (source) await this.#press({ ask: 'switch', source, isOn: false });
        return null;
      default:
        return null;
    }
  }

  async #pair(message: PairMessage): Promise<{ isPaired: boolean } | null> {
    if (message.ask === 'paired') return { isPaired: (await this.#vault.read()) !== null };
    if (message.ask !== 'pair' || typeof message.token !== 'string') return null;
    await this.#vault.keep(message.token);
    // It may be another account, which knows other cars and searches.
    this.#rated.clear();
    this.#busyUntilMs = 0;
    this.#refusal = null;
    await this.#changeSent(() => []);
    await this.#world.browser.storage.session.remove('takenOverAtMs');
    await this.#store.change(() => ({ language: message.language === 'da' ? 'da' : 'en' }));
    await this.#log(null, 'paired');
    return { isPaired: true };
  }

  async #rate(page: unknown, sender: chrome.runtime.MessageSender): Promise<PageAnswer> {
    const { demoOrigin } = this.#installation;
    const silent = (silence: Silence) => this.#answerOf(null, { silence });
    // The page's script stands in a page of others: what it says is read like a stranger's, and only of its own site.
    const nonce = '';
    const taken = readHandOver(
      {
        origin: new URL(sender.url!).origin,
        data: { bilfund: 'cars', version: buttonVersion, nonce, page },
      },
      { nonce, demoOrigin: demoOrigin ?? undefined },
    );
    if (await this.#visitIn(sender))
      return this.#inTurn(() => this.#readVisit(taken, isEmptyPage(page, taken), sender));
    const gone = taken === 'ad_removed' ? goneAdOf(page as HandedPage, sender.url!, demoOrigin) : null;
    const { off, walls } = await this.#store.read();
    // A page that is drawn anew is read again meanwhile: one telling waits for the other.
    if (gone && !off.includes(gone.source))
      return this.#answerOf(null, await this.#inTurn(() => this.#tellGone(gone)));
    if (typeof taken === 'string') return silent('not_a_page');
    if (off.includes(taken.source)) return silent('off');
    // The person looks at cars on this site: what stopped its visits is over.
    if (walls[taken.source] && sender.tab?.active) await this.#resume(taken.source);
    const waitMs = this.#busyUntilMs - this.#world.now().getTime();
    if (waitMs > 0) return this.#answerOf(taken, busyFor(waitMs));
    try {
      return await this.#rateAds(taken);
    } catch (error) {
      const answer = await this.#silenceOf(error, taken.source);
      this.#busyUntilMs = this.#world.now().getTime() + (answer.retryAfterMs ?? 0);
      return this.#answerOf(taken, answer);
    }
  }

  /** What a page is answered where the installation refused; one that is busy is asked again when it says. */
  async #silenceOf(error: unknown, source: MarketplaceId): Promise<Partial<PageAnswer>> {
    const silence = await this.#refusedBy(error, source);
    const { retryAfterMs } = error as Refused;
    return retryAfterMs === null ? { silence } : busyFor(retryAfterMs);
  }

  /** Tells once of an ad whose own page says that it is gone; asked again where the installation was busy or not reached. */
  async #tellGone(page: TakenPage): Promise<Partial<PageAnswer>> {
    const name = `gone ${page.path}`;
    if ((await this.#claim(page.source, [name])).length === 0) return { silence: 'not_a_page' };
    try {
      await this.#server.send(page, { isPart: true });
      return { silence: 'not_a_page' };
    } catch (error) {
      await this.#giveBack(page.source, [name]);
      const answer = await this.#silenceOf(error, page.source);
      return answer.silence === 'offline'
        ? { ...answer, isUnfinished: true, retryAfterMs: unreachedMs }
        : answer;
    }
  }

  /** Why the installation refused; a token that it does not know is forgotten. Throws what is no refusal. */
  async #refusedBy(error: unknown, source: MarketplaceId | null): Promise<Refusal> {
    if (!(error instanceof Refused)) throw error;
    if (error.why === 'token_refused') await this.#unpair();
    await this.#log(source, 'refused', error.why);
    return error.why;
  }

  /** What is known is shown, also where the others cannot be sent. */
  async #rateAds(page: TakenPage): Promise<PageAnswer> {
    const adIds = idsOf(page);
    const ratings = await this.#ratingsOf(page, adIds);
    // One that stands by the ad alone since another day is sent again.
    const unknown = adIds.filter((id) =>
      ratings.every(({ adId, isPreliminary }) => adId !== id || isPreliminary),
    );
    const isUnfinished = unknown.length > 0;
    const fresh = await this.#claim(page.source, unknown);
    if (fresh.length > 0) {
      try {
        const { carsFound } = await this.#server.send(onlyOf(page, fresh), { isPart: true });
        await this.#log(page.source, 'sent', String(carsFound));
      } catch (error) {
        await this.#giveBack(page.source, fresh);
        // Cars of an earlier part may still be waiting for their plates.
        const isWaiting = ratings.some(({ isPreliminary }) => isPreliminary);
        const silence = await this.#silenceOf(error, page.source);
        return this.#answerOf(page, { ratings, isUnfinished: isWaiting, ...silence });
      }
    }
    return this.#answerOf(page, { ratings, isUnfinished });
  }

  #answerOf(page: TakenPage | null, answer: Partial<PageAnswer>): PageAnswer {
    const adCount = page ? idsOf(page).length : 0;
    const { origin } = this.#installation;
    const nothing = { ratings: [], isUnfinished: false, retryAfterMs: null, silence: null };
    return { ...nothing, adCount, origin, ...answer };
  }

  async #ratingsOf({ source, address }: TakenPage, adIds: readonly string[]): Promise<AdRating[]> {
    const { demoOrigin } = this.#installation;
    const isDemo = new URL(address).origin === demoOrigin;
    const nowMs = this.#world.now().getTime();
    if (this.#rated.size > mostSent) this.#rated.clear();
    const isFresh = (id: string) => {
      const known = this.#rated.get(`${source}-${id}`);
      return known !== undefined && !known.rating.isPreliminary && nowMs - known.atMs < ratingFreshMs;
    };
    const asked = adIds.filter((id) => !isFresh(id));
    const calls = Array.from({ length: Math.ceil(asked.length / adsPerCall) }, (_, at) =>
      this.#server.ratings(
        source,
        asked.slice(at * adsPerCall, (at + 1) * adsPerCall),
        (isDemo && demoOrigin) || undefined,
      ),
    );
    const answers = (await Promise.all(calls)).flat();
    for (const id of asked) this.#rated.delete(`${source}-${id}`);
    for (const rating of answers) this.#rated.set(`${source}-${rating.adId}`, { rating, atMs: nowMs });
    return adIds.flatMap((id) => this.#rated.get(`${source}-${id}`)?.rating ?? []);
  }

  /**
   * Reads the search that a visit opened. It is sent whole, since what is missing on it is news as well, and once it shows as
   * many ads as when it was last asked, since pages are drawn little by little. Another page in that tab is left alone.
   */
  async #readVisit(
    taken: TakenPage | string,
    isEmpty: boolean,
    sender: chrome.runtime.MessageSender,
  ): Promise<PageAnswer> {
    // What was pressed since then may have stopped it.
    await this.#closeStoppedVisit();
    const visit = await this.#visitIn(sender);
    const watch = visit && (await this.#watchOf(visit));
    if (!visit || !watch) return this.#answerOf(null, { silence: 'not_a_page' });
    const page = typeof taken !== 'string' ? taken : isEmpty ? emptyPageOf(watch) : null;
    const isSearched = page?.kind === 'search' && pathnameOf(page.address) === pathnameOf(watch.href);
    // A page that is being drawn may show no car that can be read yet: it is looked at again.
    if (!page)
      return this.#answerOf(null, { silence: 'not_a_page', isUnfinished: true, retryAfterMs: drawnMs });
    if (!isSearched) return this.#answerOf(null, { silence: 'not_a_page' });
    const shownCount = idsOf(page).length;
    if (visit.shownCount === null || shownCount > visit.shownCount) {
      await this.#world.browser.storage.session.set({ visit: { ...visit, shownCount } });
      return this.#answerOf(page, { isUnfinished: true, retryAfterMs: drawnMs });
    }
    await this.#closeVisit(visit);
    try {
      const { carsFound } = await this.#server.send(page, { isPart: false });
      await this.#log(page.source, 'read', `${watch.name}: ${carsFound}`);
      await this.#changeWatch(watch.id, { lastSeenAtMs: this.#world.now().getTime() });
    } catch (error) {
      const why = await this.#refusedBy(error, watch.source);
      // What it showed is not lost: it is looked at again soon.
      if (why === 'offline' || why === 'busy')
        await this.#changeWatch(watch.id, { nextAtMs: this.#nextVisitFromNowMs(browserInterval.least) });
    }
    return this.#answerOf(page, {});
  }

  async #watchOf({ watchId }: Pick<Visit, 'watchId'>): Promise<Watch | null> {
    const { watches } = await this.#store.read();
    return watches.find(({ id }) => id === watchId) ?? null;
  }

  /** Only a visit stops a site: a person who meets a wall sees it. */
  async #meetWall(wall: Wall, sender: chrome.runtime.MessageSender): Promise<null> {
    const visit = await this.#visitIn(sender);
    if (visit) await this.#stopSite(visit, wall === 'login' || wall === 'captcha' ? wall : 'unknown_page');
    return null;
  }

  async #stopSite(visit: Visit, wall: Wall): Promise<void> {
    const watch = await this.#watchOf(visit);
    await this.#closeVisit(visit);
    if (!watch) return;
    const atMs = this.#world.now().getTime();
    await this.#store.change(({ walls }) => ({ walls: { ...walls, [watch.source]: { wall, atMs } } }));
    await this.#log(watch.source, 'wall', wall);
    await this.#showWalls();
  }

  /** Opens the search that is due, in a tab behind the others. One page is open at a time. */
  openDue(): Promise<void> {
    return this.#inTurn(() => this.#openDue());
  }

  async #openDue(): Promise<void> {
    const { tabs, storage, alarms } = this.#world.browser;
    const now = this.#world.now();
    const open = await this.#visit();
    // The browser may have ended the worker before the alarm was set.
    if (open && now.getTime() - open.openedAtMs > 2 * patienceMinutes * 60_000)
      await this.#stopSite(open, 'unknown_page');
    else if (open) return;
    const isDue = (await this.#dueWatch(now)) !== null;
    if (!(isDue || (await this.#isToBeAsked(now))) || !(await this.#isAnswered())) return;
    const watch = await this.#dueWatch(now);
    if (!watch) return;
    const day = dayOf(now);
    await this.#store.change((known) => ({ pages: { day, count: pagesOn(known, now) + 1 } }));
    await this.#changeWatch(watch.id, { nextAtMs: this.#nextVisitFromNowMs(watch.intervalMinutes) });
    const tab = await tabs.create({ url: watch.href, active: false });
    const visit: Visit = {
      tabId: tab.id!,
      watchId: watch.id,
      shownCount: null,
      openedAtMs: now.getTime(),
    };
    await storage.session.set({ visit });
    await alarms.create('patience', { delayInMinutes: patienceMinutes });
    await this.#log(watch.source, 'opened', watch.name);
  }

  async #dueWatch(now: Date): Promise<Watch | null> {
    const stored = await this.#store.read();
    const isPaired = (await this.#vault.read()) !== null;
    return dueWatch({ ...stored, isPaired, pagesToday: pagesOn(stored, now) }, now);
  }

  /** Whether the installation has not been asked for long what was chosen there. */
  async #isToBeAsked(now: Date): Promise<boolean> {
    const { takenOverAtMs } = await this.#world.browser.storage.session.get('takenOverAtMs');
    if (typeof takenOverAtMs === 'number' && now.getTime() - takenOverAtMs < takeOverMinutes * 60_000)
      return false;
    return (await this.#store.read()).isWatching && (await this.#vault.read()) !== null;
  }

  /** Asks the installation before a search is opened. That it cannot be reached is nothing to be told of: nothing is opened. */
  async #isAnswered(): Promise<boolean> {
    try {
      await this.#takeOver();
      return true;
    } catch (error) {
      if (!(error instanceof Refused) || error.why === 'token_refused') await this.#refusedBy(error, null);
      return false;
    }
  }

  /**
   * Takes over what the installation says of the person's searches: what was chosen or ended there, and what another browser of
   * theirs has seen.
   * @throws Refused
   */
  async #takeOver(): Promise<void> {
    if ((await this.#vault.read()) === null) return;
    const nowMs = this.#world.now().getTime();
    await this.#world.browser.storage.session.set({ takenOverAtMs: nowMs });
    const listed = await this.#server.searches();
    const { demoOrigin } = this.#installation;
    const nextVisitMs = this.#nextVisitMs;
    let ended: Watch[] = [];
    await this.#store.change((stored) => {
      const after = takenOver(stored.watches, this.#asPressed(listed), { nowMs, demoOrigin, nextVisitMs });
      ended = after.ended;
      return { watches: after.watches };
    });
    for (const { source, name } of ended) await this.#log(source, 'ended', name);
  }

  /** What was pressed here is on its way to the installation, which does not list it yet. */
  #asPressed(listed: readonly ListedSearch[]): ListedSearch[] {
    return listed.flatMap((search) => {
      const pressed = this.#pressed.get(search.id);
      if (pressed === undefined) return [search];
      return pressed === null || !search.browser
        ? []
        : [{ ...search, browser: { ...search.browser, interval_minutes: pressed } }];
    });
  }

  /** A page that has said nothing in time is one that we do not know: its site waits for the person. */
  giveUp(): Promise<void> {
    return this.#inTurn(async () => {
      const visit = await this.#visit();
      if (visit) await this.#stopSite(visit, 'unknown_page');
    });
  }

  async #visit(): Promise<Visit | null> {
    const { visit } = await this.#world.browser.storage.session.get('visit');
    return (visit as Visit | undefined) ?? null;
  }

  async #visitIn(sender: chrome.runtime.MessageSender): Promise<Visit | null> {
    const visit = await this.#visit();
    return visit && visit.tabId === sender.tab?.id ? visit : null;
  }

  /** What the person has stopped is not read to its end. */
  async #closeStoppedVisit(): Promise<void> {
    const visit = await this.#visit();
    const watch = visit && (await this.#watchOf(visit));
    const { isWatching, off } = await this.#store.read();
    if (visit && !(watch && isWatching && !off.includes(watch.source))) await this.#closeVisit(visit);
  }

  async #closeVisit({ tabId }: Visit): Promise<void> {
    const { tabs, storage, alarms } = this.#world.browser;
    await storage.session.remove('visit');
    await alarms.clear('patience');
    // The person may have closed it, or may be reading it.
    const tab = await tabs.get(tabId).catch(() => null);
    if (tab && !tab.active) await tabs.remove(tabId).catch(() => undefined);
  }

  async #answerPopup(message: PopupMessage): Promise<State> {
    if (message.ask === 'look') await this.#inTurn(() => this.#look());
    else if (message.ask === 'settled') await this.#inTurn(async () => undefined);
    else if (message.ask !== 'state') await this.#press(message);
    return this.#state();
  }

  /** That the installation cannot be reached now is nothing to be told of. */
  async #look(): Promise<void> {
    try {
      await this.#takeOver();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.why === 'token_refused') await this.#refuse(error);
    }
  }

  /** What the installation refuses is shown in the popup. */
  async #refuse(error: unknown): Promise<void> {
    if (!(error instanceof Refused)) throw error;
    if (error.why === 'token_refused') await this.#unpair();
    this.#refusal = error.why;
  }

  /**
   * What was pressed holds here at once. What else follows from it, as telling the installation, is done in turn; where that
   * refuses, the press is undone.
   */
  async #press(message: Press): Promise<void> {
    this.#refusal = null;
    const rest = await this.#carryOut(message);
    this.#inTurn(async () => {
      await this.#closeStoppedVisit();
      await rest?.().catch((error: unknown) => this.#refuse(error));
    }).catch(() => undefined);
  }

  /** Does what concerns this browser alone, and returns what the installation is to be told. */
  async #carryOut(message: Press): Promise<(() => Promise<void>) | undefined> {
    switch (message.ask) {
      case 'switch':
        await this.#switch(message.source, message.isOn);
        return;
      case 'watchAll':
        await this.#store.change(() => ({ isWatching: message.isOn }));
        await this.#log(null, message.isOn ? 'started' : 'stopped');
        return;
      case 'watch':
        return this.#watch(message);
      case 'unwatch':
        return this.#unwatch(message.id);
      case 'interval':
        return this.#setInterval(message.id, message.intervalMinutes);
      case 'resume':
        await this.#resume(message.source);
        return;
      case 'unpair':
        await this.#unpair();
        return;
      default:
    }
  }

  /** Listed on the installation first, which says whether the plan has room for it. */
  async #watch(message: Extract<PopupMessage, { ask: 'watch' }>): Promise<(() => Promise<void>) | undefined> {
    const { intervalMinutes } = message;
    const address = new URL(message.href);
    const opened = openedPage(address.origin, address.pathname, this.#installation.demoOrigin ?? undefined);
    if (opened?.shows.kind !== 'search' || !browserIntervals.some((minutes) => minutes === intervalMinutes))
      return;
    const { watches } = await this.#store.read();
    if (watches.length >= mostWatches) return;
    const { source, pages } = opened;
    // Without what only the site uses, which may say who is looking.
    const href = address.origin + pathOf(address, pages.parameters);
    const name = message.name.slice(0, longestName);
    this.#starting = href;
    return async () => {
      try {
        const id = await this.#server.watch(href, name, intervalMinutes);
        // Its page is open now and was sent when it was opened: the first visit comes after one interval.
        const nextAtMs = this.#nextVisitFromNowMs(intervalMinutes);
        const watch: Watch = { id, source, href, name, intervalMinutes, nextAtMs, lastSeenAtMs: null };
        await this.#store.change((stored) => ({
          watches: [...stored.watches.filter((other) => other.id !== id), watch],
        }));
      } finally {
        if (this.#starting === href) this.#starting = null;
      }
    };
  }

  async #unwatch(id: string): Promise<() => Promise<void>> {
    const watch = await this.#watchOf({ watchId: id });
    this.#pressed.set(id, null);
    await this.#store.change(({ watches }) => ({ watches: watches.filter((other) => other.id !== id) }));
    return async () => {
      try {
        await this.#server.unwatch(id);
      } catch (error) {
        if (watch)
          await this.#store.change(({ watches }) => ({
            watches: [...watches.filter((other) => other.id !== id), watch],
          }));
        throw error;
      } finally {
        this.#forgetPressed(id, null);
      }
    };
  }

  async #setInterval(id: string, intervalMinutes: number): Promise<(() => Promise<void>) | undefined> {
    const watch = await this.#watchOf({ watchId: id });
    if (!watch || !browserIntervals.some((minutes) => minutes === intervalMinutes)) return;
    this.#pressed.set(id, intervalMinutes);
    await this.#changeWatch(id, { intervalMinutes, nextAtMs: this.#nextVisitFromNowMs(intervalMinutes) });
    return async () => {
      try {
        await this.#server.watch(watch.href, watch.name, intervalMinutes);
      } catch (error) {
        const { intervalMinutes: before, nextAtMs } = watch;
        if (this.#pressed.get(id) === intervalMinutes)
          await this.#changeWatch(id, { intervalMinutes: before, nextAtMs });
        throw error;
      } finally {
        this.#forgetPressed(id, intervalMinutes);
      }
    };
  }

  #forgetPressed(id: string, pressed: number | null): void {
    if (this.#pressed.get(id) === pressed) this.#pressed.delete(id);
  }

  #nextVisitMs = (seenMs: number, intervalMinutes: number): number =>
    nextVisitMs(seenMs, intervalMinutes, this.#world.random());

  #nextVisitFromNowMs = (intervalMinutes: number): number =>
    this.#nextVisitMs(this.#world.now().getTime(), intervalMinutes);

  async #changeWatch(id: string, change: Partial<Watch>): Promise<void> {
    await this.#store.change(({ watches }) => ({
      watches: watches.map((watch) => (watch.id === id ? { ...watch, ...change } : watch)),
    }));
  }

  async #switch(source: MarketplaceId, isOn: boolean): Promise<void> {
    await this.#store.change(({ off }) => ({
      off: isOn ? off.filter((one) => one !== source) : [...new Set([...off, source])],
    }));
    await this.#log(source, isOn ? 'started' : 'stopped');
  }

  async #resume(source: MarketplaceId): Promise<void> {
    await this.#store.change(({ walls: { [source]: _, ...walls } }) => ({ walls }));
    await this.#log(source, 'started');
    await this.#showWalls();
  }

  async #unpair(): Promise<void> {
    await this.#vault.forget();
    this.#rated.clear();
    await this.#log(null, 'unpaired');
  }

  /** A mark on the extension's button says that a site waits for the person. */
  async #showWalls(): Promise<void> {
    const { walls } = await this.#store.read();
    await this.#world.browser.action.setBadgeText({ text: Object.keys(walls).length > 0 ? '!' : '' });
  }

  async #state(): Promise<State> {
    const { pages, ...stored } = await this.#store.read();
    return {
      ...stored,
      refusal: this.#refusal,
      starting: this.#starting,
      origin: this.#installation.origin,
      isPaired: (await this.#vault.read()) !== null,
      pagesToday: pagesOn({ ...stored, pages }, this.#world.now()),
      pagesPerDay: browserPagesPerDay,
    };
  }

  /** Of these ads those that were not sent in this session; they count as sent from now on. */
  async #claim(source: MarketplaceId, ids: readonly string[]): Promise<string[]> {
    let fresh: string[] = [];
    await this.#changeSent((sent) => {
      fresh = ids.filter((id) => !sent.includes(`${source}-${id}`));
      return [...sent, ...fresh.map((id) => `${source}-${id}`)];
    });
    return fresh;
  }

  /** These were not taken and may be sent again. */
  #giveBack(source: MarketplaceId, ids: readonly string[]): Promise<void> {
    return this.#changeSent((sent) => sent.filter((key) => ids.every((id) => key !== `${source}-${id}`)));
  }

  /** Changes run one after the other, so that two readings of a page send no car twice. */
  #changeSent(change: (sent: string[]) => string[]): Promise<void> {
    const { session } = this.#world.browser.storage;
    const done = this.#claims.then(async () => {
      const { sent = [] } = (await session.get('sent')) as { sent?: string[] };
      await session.set({ sent: change(sent).slice(-mostSent) });
    });
    this.#claims = done.catch(() => undefined);
    return done;
  }

  #log(source: MarketplaceId | null, event: State['log'][number]['event'], detail = ''): Promise<void> {
    return this.#store.log({ atMs: this.#world.now().getTime(), source, event, detail });
  }
}

const busyFor = (retryAfterMs: number) =>
  ({ silence: 'busy', isUnfinished: true, retryAfterMs }) satisfies Partial<PageAnswer>;

/** Whether the site says itself that nothing matches; what it links to are suggestions then. */
const isEmptyPage = (page: unknown, taken: TakenPage | string): boolean =>
  (taken === 'no_cars' || taken === 'page_outdated') &&
  (page as { hasNoResults?: unknown } | null)?.hasNoResults === true;

const pathnameOf = (address: string): string => new URL(address).pathname.replace(/\/$/, '');

const emptyPageOf = ({ source, href }: Watch): TakenPage => ({
  ...{ kind: 'search', source, address: href, path: href.slice(new URL(href).origin.length) },
  ...{ hasNoResults: true, ads: [], cards: [], carCount: 0 },
});

/** What an ad's own page says that has the ad no longer; null for another page. */
function goneAdOf(page: HandedPage, url: string, demoOrigin: string | null): TakenPage | null {
  const { origin } = new URL(url);
  const pathname = page.path.split('?')[0]!;
  const opened = openedPage(origin, pathname, demoOrigin ?? undefined);
  if (opened?.shows.kind !== 'item') return null;
  return {
    ...{ kind: 'item', source: opened.source, address: origin + pathname, path: pathname },
    ...{ hasNoResults: false, isRemoved: true, ads: [], cards: [], carCount: 0 },
  };
}

/** The numbers of the ads that a page shows, in its order. */
function idsOf({ source, ads, cards }: TakenPage): string[] {
  const { idOf } = openedPagesOf(source);
  const ids = [...ads.map(idOf), ...cards.map(({ id }) => id)];
  return [...new Set(ids)].filter((id) => id !== null);
}

/** The same page with these ads alone. */
function onlyOf(page: TakenPage, ids: readonly string[]): TakenPage {
  const { idOf } = openedPagesOf(page.source);
  const isWanted = (id: string | null) => id !== null && ids.includes(id);
  return {
    ...page,
    ads: page.ads.filter((ad) => isWanted(idOf(ad))),
    cards: page.cards.filter(({ id }) => isWanted(id)),
  };
}
