/**
 * Writes a catalog of so many cars as its snapshot, as the quarter-hour's job does, in a process of its own:
 * `node write-base.ts <cars>`. Its last line tells what it took.
 */
import { createCatalog } from '#core/catalog/catalog.ts';
import { writeSnapshot } from '#functions/catalog/snapshots.ts';
import { chunkBytes } from '#functions/catalog/write-catalog.ts';
import { cardOf } from '#tests/bench/list/measure.ts';
import { textCodec } from '#tests/support/text-codec.ts';

const cars = Number(process.argv[2]);
const catalog = createCatalog(Array.from({ length: cars }, (_, ordinal) => cardOf(ordinal)));
const now = new Date();
const at = now.toISOString();
const about = { cars, newest: catalog.version, seenUpTo: at, fullReadAt: at };
await writeSnapshot([...catalog.snapshot(chunkBytes, textCodec)], about, now, 'base');
process.stdout.write(`${JSON.stringify({ memoryBytes: catalog.memoryBytes })}\n`);
