/** `node tests/arrows.ts`: how many imports lead from each room of `functions` into which other; exits 1 for one that leads up. */
import { arrowsOf, bothWays, roomOf, upwards } from './support/floors.ts';
import { readSources } from './support/source-tree.ts';

const files = readSources(['functions']);
const arrows = arrowsOf(files);
const lines = new Map<string, number>();
for (const file of files) lines.set(roomOf(file.path)!, (lines.get(roomOf(file.path)!) ?? 0) + file.lines);
for (const [room, count] of [...lines].sort()) console.info(`${String(count).padStart(6)} lines  ${room}`);
console.info('');
for (const { from, to, imports } of arrows)
  console.info(`${String(imports.length).padStart(6)}  ${from} → ${to}`);
const faults = [...upwards(arrows), ...bothWays(arrows).map((pair) => `${pair} import each other`)];
for (const fault of faults) console.info(fault);
console.info(JSON.stringify({ arrows: arrows.length, faults: faults.length }));
process.exitCode = faults.length > 0 ? 1 : 0;
