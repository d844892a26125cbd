import { describe, expect, it } from 'vitest';
import { type Catalog, createCatalog, openCatalog } from '#core/catalog/catalog.ts';
import { loadTextCodec } from '#functions/catalog/snapshots.ts';
import { stepsPerSeed, truthSeeds, truthSteps } from '#tests/support/catalog-truth.ts';
import { seeded } from '#tests/support/random-cards.ts';

/** As the functions pack the texts of a snapshot. */
const textCodec = await loadTextCodec();

/** Reopens the catalog as functions do: from its snapshot. */
const reopen = (catalog: Catalog, chunkBytes: number): Catalog =>
  openCatalog([...catalog.snapshot(chunkBytes, textCodec)], textCodec)!;

describe('the catalog in memory', () => {
  it.each(truthSeeds)(
    'the catalog answers as a plain filter over the newest version of every car does (seed %i)',
    (seed) => {
      const chance = seeded(seed + 100);
      let catalog = createCatalog([]);
      let asked = 0;
      for (const { arrivals, cards, questions } of truthSteps(seed, stepsPerSeed)) {
        for (const changes of arrivals) catalog.apply(changes);
        if (chance.chance(0.2)) catalog = reopen(catalog, chance.whole(100, 100_000));
        expect(catalog.size).toBe(cards.length);
        for (const { name, query, viewer, own, expected } of questions)
          expect(catalog.query(query, viewer, own), name).toEqual(expected);
        asked += questions.length;
      }
      expect(asked).toBe(1000);
    },
    120_000,
  );
});
