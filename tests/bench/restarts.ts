/**
 * The list's function killed and started again under requests:
 * `npm run bench -- restarts [--cars 100000,400000 --times 20 --share 0.58 --megabytes 75]`. The function as it is bundled for
 * the cloud starts from the snapshot in objects that come over a line of so many megabytes a second, with that share of one
 * processor (what a gigabyte of memory brings), while cars change between its lives. First alone, for the figures of a cold
 * start; then killed under requests, whose answers are all held against the plain filter. Prints a line a size and, as its
 * last line, JSON.
 */

import { fileURLToPath } from 'node:url';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { inOwnProcess } from './in-own-process.ts';
import { type RestartOptions, type RestartResult, runRestarts } from './restarts/run-restarts.ts';
import { startStage } from './restarts/stage.ts';

const values = readOptions(headerOf(import.meta.filename), {
  cars: { type: 'string', default: '100000,400000' },
  times: { type: 'string', default: '20' },
  'cold-starts': { type: 'string', default: '5' },
  share: { type: 'string', default: '0.58' },
  megabytes: { type: 'string', default: '75' },
  // What one process does for the others: the clients of a process stay with the table they first spoke to.
  measure: { type: 'string' },
});

/** Seconds from the start of the process to the first answer, by the least number of cars. */
const budgets = [
  { fromCars: 200_000, seconds: 6 },
  { fromCars: 0, seconds: 2 },
];
/** Two of a hundred cars change in an hour. */
const changedPerQuarter = 0.02 / 4;
const share = Number(values.share);
const bytesPerSecond = Number(values.megabytes) * 1e6;

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const seconds = (ms: number | undefined) => Number(((ms ?? Number.NaN) / 1000).toFixed(2));
const startOf = ({ startMs, startCpuMs }: RestartResult) => ({
  least: seconds(sorted(startMs)[0]),
  median: seconds(sorted(startMs)[Math.floor(startMs.length / 2)]),
  longest: seconds(sorted(startMs).at(-1)),
  cpu: seconds(sorted(startCpuMs)[Math.floor(startCpuMs.length / 2)]),
});

async function measure(cars: number) {
  const stage = await startStage(cars);
  const options: RestartOptions = {
    ...{ cars, share, bytesPerSecond, changes: Math.ceil(cars / 2000) },
    ...{ times: Number(values['cold-starts']), servedMs: 0, connections: 0, pauseMs: 0, questions: 1 },
  };
  try {
    const baseMegabytes = Math.round(stage.storedBytes() / 1e6);
    await stage.change(Math.ceil(cars * changedPerQuarter));
    const write = await stage.writeAgain();
    const cold = await runRestarts(stage, options);
    const asked = { connections: 8, pauseMs: 300, questions: 6, servedMs: 3_000 };
    const killed = await runRestarts(stage, { ...options, ...asked, times: Number(values.times) });
    const { startMs, startCpuMs, wrong, ...counts } = killed;
    const wrongs = [...cold.wrong, ...wrong];
    for (const one of wrongs.slice(0, 3)) console.error(one.slice(0, 2_000));
    return {
      cars,
      megabytes: baseMegabytes,
      write: { cpu: seconds(write.cpuMs), rssMb: Math.round(write.rssMb) },
      cold: startOf(cold),
      killed: { ...counts, wrong: wrongs.length, start: startOf(killed) },
    };
  } finally {
    await stage.close();
  }
}

type Size = Awaited<ReturnType<typeof measure>>;

/** Prints a size for people; whether it keeps within what is asked. */
function show({ cars, megabytes, write, cold, killed }: Size): boolean {
  const budget = budgets.find(({ fromCars }) => cars >= fromCars)!.seconds;
  console.info(
    `${cars} cars, ${megabytes} MB, written anew in ${write.cpu} s of processor and ${write.rssMb} MB: first answer after ${cold.median} s (${cold.least} to ${cold.longest}, ` +
      `${cold.cpu} s of processor; asked ${budget}); killed ${killed.lives} times: ${killed.answers} answers, ` +
      `${killed.compared} compared, ${killed.wrong} wrong, ${killed.refused} refused, ` +
      `${killed.refusedLate} of them later than 2 s after`,
  );
  return cold.median <= budget && killed.wrong === 0 && killed.refusedLate === 0;
}

if (values.measure) console.info(JSON.stringify(await measure(Number(values.measure))));
else {
  let holds = true;
  const sizes = values.cars.split(',').map((cars) => {
    const options = [...process.argv.slice(2), '--measure', cars];
    const size = inOwnProcess<Size>(process.execArgv, fileURLToPath(import.meta.url), options);
    holds = show(size) && holds;
    return size;
  });
  console.info(
    JSON.stringify({ bench: 'restarts', share, megabytesPerSecond: bytesPerSecond / 1e6, holds, sizes }),
  );
  process.exitCode = holds ? 0 : 1;
}
