import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#core/car/viewer.ts';
import { type Column, readChunk, writeChunk } from '#core/search/catalog/snapshot-chunk.ts';
import { format, formatNumber } from '#core/search/catalog/snapshot-format.ts';
import { createCatalog, openCatalog } from '#core/search/catalog.ts';
import { sortOptions } from '#core/search/sort-options.ts';
import * as former from '#tests/fixtures/catalog-4/catalog.mjs';
import { queryCards } from '#tests/support/query-cards.ts';
import { instant, randomCard, randomQuery, seeded } from '#tests/support/random-cards.ts';
import { textCodec } from '#tests/support/text-codec.ts';

const viewers: Viewer[] = [
  { id: null, isPremium: false, seesEstimates: false },
  { id: 'free', isPremium: false, seesEstimates: false },
  { id: 'premium', isPremium: true, seesEstimates: true },
];
const ids = Array.from({ length: 200 }, (_, i) => String(1000 + i));
describe('the format of the snapshot', () => {
  // Functions that can only open the one or the other run side by side during a rollout: whoever changes the format gives it
  // the next number, and the reader of the former one (`formerFormat`) what it lacks.
  it('has the number of what it holds', () => {
    expect([
      formatNumber,
      createHash('sha256').update(format).digest('hex').slice(0, 16),
    ]).toMatchInlineSnapshot(`
      [
        5,
        "c708633a524d97f5",
      ]
    `);
  });
});

type About = { format: string };

/** The one chunk of a snapshot as a version would have written it whose cards had not got their last fields yet. */
function withoutLast(bytes: Uint8Array, fields: readonly string[]): Uint8Array {
  const { about, columns } = readChunk<About>(bytes)!;
  const cut = new Map<string, Column>(columns);
  for (let block = 0; cut.has(`texts.${block}.bytes`); block++) {
    const [text, offsets] = [cut.get(`texts.${block}.bytes`)!, cut.get(`texts.${block}.offsets`)!];
    const cards = Array.from({ length: offsets.length - 1 }, (_, i) => {
      const card = Buffer.from(text.subarray(offsets[i], offsets[i + 1]) as Uint8Array).toString();
      return Buffer.from(JSON.stringify(JSON.parse(card).slice(0, -fields.length)));
    });
    cut.set(`texts.${block}.bytes`, new Uint8Array(Buffer.concat(cards)));
    const ends = cards.map((_, i) => cards.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0));
    cut.set(`texts.${block}.offsets`, Uint32Array.from([0, ...ends]));
  }
  const named = fields.map((field) => `,"${field}"`).join('');
  return writeChunk({ ...about, format: about.format.replace(named, '') }, [...cut]);
}

describe('a snapshot of the former format', () => {
  const random = seeded(11);
  const before = ids.map((id, i) => randomCard(random, id, instant(i)));
  const written = former.createCatalog(before);
  written.apply([{ id: ids[3]!, updatedAt: instant(500), isListed: false }]);
  const chunks = [...written.snapshot(20_000)];
  const known = before.filter(({ id }) => id !== ids[3]);

  it('is opened with its columns as they lie', () => {
    const catalog = openCatalog(chunks, textCodec)!;
    expect(catalog.size).toBe(199);
    expect(catalog.version).toBe(written.version);
    expect(catalog.card(ids[0]!)).toEqual(known[0]);
    for (let i = 0; i < 400; i++) {
      const query = randomQuery(random, ids);
      const viewer = random.pick(viewers);
      expect(catalog.query(query, viewer), JSON.stringify(query)).toEqual(queryCards(known, query, viewer));
    }
  });

  it('says of fields that came at the end of the cards that they are unknown', () => {
    const lacked = ['findingCount', 'heavyFindingCount'];
    const catalog = openCatalog(
      [...written.snapshot(1 << 24)].map((bytes) => withoutLast(bytes, lacked)),
      textCodec,
    )!;
    expect(catalog.size).toBe(199);
    for (const card of known)
      expect(catalog.card(card.id)).toEqual({ ...card, findingCount: 0, heavyFindingCount: 0 });
    const query = { ...randomQuery(seeded(1), []), text: '', page: 1 };
    const alike = openCatalog(chunks, textCodec)!.query(query, viewers[2]!);
    expect(catalog.query(query, viewers[2]!).totalCount).toBe(alike.totalCount);
  });

  it('is opened alike where more than the end of its cards is new, from the cards alone', () => {
    const renamed = chunks.map((bytes) => {
      const { about, columns } = readChunk<{ format: string }>(bytes)!;
      const others = columns.filter(([name]) => name !== `orders.${sortOptions[1]}` && name !== 'looks');
      return writeChunk({ ...about, format: about.format.replace('"looks",', '') }, others);
    });
    const [alike, catalog] = [openCatalog(chunks, textCodec)!, openCatalog(renamed, textCodec)!];
    expect(catalog.size).toBe(199);
    for (let i = 0; i < 100; i++) {
      const query = randomQuery(random, ids);
      const viewer = random.pick(viewers);
      expect(catalog.query(query, viewer), JSON.stringify(query)).toEqual(alike.query(query, viewer));
    }
    for (const id of ids) expect(catalog.card(id)).toEqual(alike.card(id));
  });

  it('knows what left, and takes over what changes', () => {
    const catalog = openCatalog(chunks, textCodec)!;
    catalog.apply([randomCard(random, ids[3]!, instant(499))]);
    expect(catalog.card(ids[3]!)).toBeNull();
    const changed = randomCard(random, ids[5]!, instant(600));
    catalog.apply([changed]);
    const cards = known.map((card) => (card.id === changed.id ? changed : card));
    const query = { ...randomQuery(seeded(1), []), text: '', page: 1 };
    for (const viewer of viewers)
      expect(catalog.query(query, viewer)).toEqual(queryCards(cards, query, viewer));
    const again = openCatalog([...catalog.snapshot(20_000, textCodec)], textCodec)!;
    expect(again.card(changed.id)).toEqual(changed);
    expect(again.size).toBe(199);
  });

  it('is the other way round none that the former version opens', () => {
    const chunksOfNow = [...createCatalog(known).snapshot(20_000, textCodec)];
    expect(former.openCatalog(chunksOfNow)).toBeNull();
  });

  it.each(['', 'null', '[]', '{}', '["catalog-3",[]]', '["catalog-4"]', '["catalog-6",["id"]]'])(
    'is not one that calls its format %j',
    async (other) => {
      const { formerFormat } = await import('#core/search/catalog/snapshot-format.ts');
      expect(formerFormat(other)).toBeNull();
    },
  );
});
