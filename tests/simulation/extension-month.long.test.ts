import { expect, it } from 'vitest';
import { browserPagesPerDay } from '#core/imports/own-page.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { type ChangingAd, ChangingSearch, rowOf, toldTo } from '#tests/support/changing-search.ts';
import { ExtensionPerson, loadInstallation } from '#tests/support/extension-person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';
import type { Wall } from '../../extension/messages.ts';

// Ten people whose browsers watch one search each on a site that refuses the cloud, for a month: the extension's own
// background worker on one side, the handlers of the routes that it calls on the other.

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const days = 30;
/** Minutes between two visits: how people choose differs. */
const intervals = [360, 1440, 360, 1440, 360, 1440, 360, 1440, 360, 1440];
const wallKinds: readonly Wall[] = ['login', 'captcha', 'unknown_page'];
const wallShare = 0.4;
/** The table's stream, the queues and the bus hold nothing back longer than this. */
const longestUntilToldMs = 60_000;

const world = await worldOfFile('2026-11-01T06:00:00.000Z', { hasAlerts: true });
const installation = await loadInstallation();

/** One person whose search changes between two visits. */
class Watcher extends ExtensionPerson {
  readonly search: ChangingSearch;
  readonly #random: Random;
  /** When each page was read. */
  readonly readAtMs: number[] = [];
  walls = 0;

  constructor(name: string, place: number) {
    const random = createRandom(place, 'watchers');
    const search = new ChangingSearch(createRandom(place, 'watched'), 8_000_000 + 1_000 * place);
    const last: ChangingAd = { id: 8_000_900 + 1_000 * place, price: 99_000 };
    // Of what stood behind the last ad that is still shown, a page of the first results tells nothing.
    super(installation, { name, minutes: intervals[place]!, random: () => random.next() }, () =>
      [...search.ads, last].map(rowOf),
    );
    this.#random = random;
    this.search = search;
  }

  /** What the alarm of each minute does; the page that was opened is read to its end or meets a wall. */
  async wake(): Promise<void> {
    await this.worker.openDue();
    const [tab] = this.openTabs();
    if (!tab) return;
    const looks = this.#random.chance(wallShare) ? this.#random.whole(0, 1) : 2;
    if (looks === 2 && this.readAtMs.length > 0) this.search.change();
    for (let look = 0; look < looks; look++) await this.look(tab.id);
    if (looks < 2) return this.#meetWall(tab.id);
    expect(this.openTabs()).toEqual([]);
    this.readAtMs.push(Date.now());
    await world.run();
  }

  /** Nothing is opened any more, however long one waits, until the person has looked. */
  async #meetWall(id: number): Promise<void> {
    const wall = this.#random.pick(wallKinds);
    await this.inTab({ ask: 'wall', wall }, id);
    expect(this.openTabs()).toEqual([]);
    expect(await this.popup({ ask: 'state' })).toMatchObject({ walls: { bilbasen: { wall } } });
    const opened = this.browser.tabs.length;
    const { watches } = await this.popup({ ask: 'state' });
    this.aheadMs = watches[0]!.nextAtMs - Date.now() + 60_000;
    await this.worker.openDue();
    this.aheadMs = 0;
    expect(this.browser.tabs).toHaveLength(opened);
    await this.press({ ask: 'resume', source: 'bilbasen' });
    this.walls++;
  }
}

/** The longest time between the reading of a page and a notification that came of it. */
function longestUntilTold(told: readonly { atMs: number }[], readAtMs: readonly number[]): number {
  const since = ({ atMs }: { atMs: number }) => atMs - Math.max(...readAtMs.filter((read) => read <= atMs));
  return Math.max(...told.map(since));
}

// Once: another try would meet the accounts and limits of the first.
const once = { timeout: 1_200_000, retry: 0 };

it(
  'a month of ten browsers tells each person every change once and in time, and opens no more than was agreed',
  once,
  async () => {
    const people = intervals.map((_, place) => new Watcher(`watcher-${place}`, place));
    for (const person of people) {
      await storePlan(person.name, { type: 'lifetime' });
      await person.begin();
    }
    await world.run();
    const endMs = Date.now() + days * dayMs;
    for (let extendedMs = Date.now(); Date.now() < endMs; world.advance(20 * 60_000)) {
      if (Date.now() - extendedMs >= weekMs) {
        for (const person of people) await person.extend();
        extendedMs = Date.now();
      }
      for (const person of people) await person.wake();
    }
    for (const person of people) {
      const told = await toldTo(person.name);
      expect(told.map(({ what }) => what)).toEqual(person.search.toBeTold());
      expect(longestUntilTold(told, person.readAtMs)).toBeLessThanOrEqual(longestUntilToldMs);
      expect(person.browser.tabs.length).toBeLessThanOrEqual(days * browserPagesPerDay);
    }
    expect(people.reduce((sum, { walls }) => sum + walls, 0)).toBeGreaterThanOrEqual(200);
  },
);
