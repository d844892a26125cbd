import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#demo/cars/random.ts';
import { search, searchPage } from '#tests/core/marketplaces/bilbasen/pages.ts';
import { type ChangingAd, ChangingSearch, rowOf, toldTo } from '#tests/support/changing-search.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

// People who press the button on the same search every other day, while its cars come, go, return and fall in price.

const presses = 15;
const names = ['anna', 'bo', 'carl'];

const world = await worldOfFile('2026-11-01T08:00:00.000Z', { hasAlerts: true });
const person = await loadPeople();
for (const name of names) await storePlan(name, { type: 'lifetime' });

const pageOf = (ads: readonly ChangingAd[]) => gzipSync(searchPage(ads.map(rowOf)));

async function press(name: string, ads: readonly ChangingAd[]): Promise<void> {
  await person(name).drop(pageOf(ads), { 'content-encoding': 'gzip' }, { url: search, by: 'button' });
  await world.run();
}

describe('a month of the button', () => {
  it('tells each of several people every change between two pages exactly once, and nothing of others', async () => {
    const searches = names.map(
      (_, place) => new ChangingSearch(createRandom(place, 'own-pages'), 8_000_000 + 1_000 * place),
    );
    for (let turn = 0; turn < presses; turn++) {
      for (const [place, name] of names.entries()) {
        if (turn > 0) searches[place]!.change();
        await press(name, searches[place]!.ads);
      }
      world.advance(2 * 86_400_000);
    }
    for (const [place, name] of names.entries()) {
      expect(searches[place]!.toBeTold().length).toBeGreaterThan(12);
      expect((await toldTo(name)).map(({ what }) => what)).toEqual(searches[place]!.toBeTold());
    }
  }, 240_000);
});
