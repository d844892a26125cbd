import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#core/cars/car.ts';
import { createCatalog, openCatalog } from '#core/catalog/catalog.ts';
import { bitsOf, packRows, unpackRows } from '#core/catalog/memory/segment.ts';
import { type Column, format, formatNumber, readChunk, writeChunk } from '#core/catalog/memory/snapshot.ts';
import { loadTextCodec } from '#functions/catalog/snapshots.ts';
import * as former from '#tests/fixtures/former-catalog/catalog.mjs';
import { queryCards, withoutWords } from '#tests/support/query-cards.ts';
import { instant, randomCard, randomQuery, seeded } from '#tests/support/random-cards.ts';

/** As the functions pack the texts of a snapshot. */
const textCodec = await loadTextCodec();

const viewers: Viewer[] = [
  { id: null, isPremium: false, seesEstimates: false },
  { id: 'free', isPremium: false, seesEstimates: false },
  { id: 'premium', isPremium: true, seesEstimates: true },
];
const ids = Array.from({ length: 200 }, (_, i) => String(1000 + i));
describe('the format of the catalog’s snapshot', () => {
  // During a rollout, functions of both formats run side by side. Whoever changes the format must raise its number
  // and teach the reader of the former format (`formerFormat`) which fields it lacks.
  it('the format number changes with the fields of the snapshot', () => {
    expect([
      formatNumber,
      createHash('sha256').update(format).digest('hex').slice(0, 16),
    ]).toMatchInlineSnapshot(`
      [
        9,
        "e82680f7d90ba7e2",
      ]
    `);
  });
});

type About = { format: string };

/** The chunks of a snapshot as the former version would have written them, without the fields in `lacked`. */
function asBefore(chunks: readonly Uint8Array[], lacked: readonly string[]): Uint8Array[] {
  const named = lacked.map((field) => `,"${field}"`).join('');
  return chunks.map((bytes) => {
    const { about, columns } = readChunk<About>(bytes)!;
    const cut = new Map<string, Column>(columns);
    for (let block = 0; lacked.length > 0 && cut.has(`texts.${block}.packed`); block++) {
      const [packed, offsets] = [cut.get(`texts.${block}.packed`)!, cut.get(`texts.${block}.offsets`)!];
      const text = textCodec.unpack(packed as Uint8Array, offsets.at(-1)!);
      const cards = Array.from({ length: offsets.length - 1 }, (_, i) => {
        const card = Buffer.from(text.subarray(offsets[i], offsets[i + 1])).toString();
        return Buffer.from(JSON.stringify(JSON.parse(card).slice(0, -lacked.length)));
      });
      cut.set(`texts.${block}.packed`, textCodec.pack(new Uint8Array(Buffer.concat(cards))));
      const ends = cards.map((_, i) => cards.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0));
      cut.set(`texts.${block}.offsets`, Uint32Array.from([0, ...ends]));
    }
    const before = about.format.replace(`catalog-${formatNumber}`, `catalog-${formatNumber - 1}`);
    return writeChunk({ ...about, format: before.replace(named, '') }, [...cut]);
  });
}

describe('a snapshot of the former format', () => {
  const random = seeded(11);
  // The former format has no fields for range and battery.
  const lacked = { rangeKm: null, batteryKwh: null };
  const before = ids.map((id, i) => ({ ...randomCard(random, id, instant(i)), ...lacked }));
  const written = former.createCatalog(before);
  written.apply([{ id: ids[3]!, updatedAt: instant(500), isListed: false }]);
  const chunks = [...written.snapshot(20_000, textCodec)];
  const known = before.filter(({ id }) => id !== ids[3]);
  const alike = [...createCatalog(known).snapshot(1 << 24, textCodec)];

  it.each([
    ['from its cards', chunks],
    ['with its columns unchanged, where both formats have the same', asBefore(alike, [])],
  ])('a snapshot of the former format opens %s', (_, from) => {
    const catalog = openCatalog(from, textCodec)!;
    expect(catalog.size).toBe(199);
    expect(catalog.card(ids[0]!)).toEqual(withoutWords(known[0]!));
    for (let i = 0; i < 400; i++) {
      const query = randomQuery(random, ids);
      const viewer = random.pick(viewers);
      expect(catalog.query(query, viewer), JSON.stringify(query)).toEqual(queryCards(known, query, viewer));
    }
  });

  it('a snapshot of the former format keeps its version', () => {
    expect(openCatalog(chunks, textCodec)!.version).toBe(written.version);
  });

  it('fields that the former format lacks are read as unknown', () => {
    const catalog = openCatalog(asBefore(alike, Object.keys(lacked)), textCodec)!;
    expect(catalog.size).toBe(199);
    for (const card of known) expect(catalog.card(card.id)).toEqual(withoutWords(card));
    const query = { ...randomQuery(seeded(1), []), text: '', page: 1 };
    expect(catalog.query(query, viewers[2]!).totalCount).toBe(
      queryCards(known, query, viewers[2]!).totalCount,
    );
  });

  it('a snapshot of the former format keeps removals and takes changes', () => {
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
    expect(again.card(changed.id)).toEqual(withoutWords(changed));
    expect(again.size).toBe(199);
  });

  it('the former version does not open a snapshot of this one', () => {
    const chunksOfNow = [...createCatalog(known).snapshot(20_000, textCodec)];
    expect(former.openCatalog(chunksOfNow, textCodec)).toBeNull();
  });

  it.each(['', 'null', '[]', '{}', '["catalog-7",[]]', '["catalog-8"]', '["catalog-10",["id"]]'])(
    'the format %j is not read as the former one',
    async (other) => {
      const { formerFormat } = await import('#core/catalog/memory/snapshot.ts');
      expect(formerFormat(other)).toBeNull();
    },
  );
});

it('bitsOf has a bit for each known name and ignores others', () => {
  const all = ['first', 'second', 'third'];
  expect(bitsOf(all, [])).toBe(0);
  expect(bitsOf(all, ['third', 'first'])).toBe(0b101);
  expect(bitsOf(all, ['gone', 'second', 'second'])).toBe(0b010);
});

const rowsOfWord = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 32 - 2 }), { maxLength: 30 });

it('unpackRows gives the packed rows of every word again, sorted', () => {
  fc.assert(
    fc.property(fc.array(rowsOfWord, { maxLength: 20 }), (words) => {
      const ends = words.map((_, i) => words.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0));
      const offsets = Uint32Array.from([0, ...ends]);
      const packed = packRows({ words: [], offsets, rows: Uint32Array.from(words.flat()) });
      const sorted = words.flatMap((rows) => rows.toSorted((a, b) => a - b));
      expect([...unpackRows(offsets, packed)]).toEqual(sorted);
    }),
  );
});

it('packRows takes one byte for a row that is close to the one before', () => {
  const rows = Uint32Array.from({ length: 1000 }, (_, i) => i * 100);
  expect(packRows({ words: [], offsets: Uint32Array.of(0, 1000), rows })).toHaveLength(1000);
});
