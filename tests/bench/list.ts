import { fileURLToPath } from 'node:url';
import { readOptions } from '#lib/program-options.ts';
import { inOwnProcess } from './in-own-process.ts';
import { showSize, writeSnapshot } from './list/measure.ts';
import { runSize, type SizeResult } from './list/run-size.ts';

const usage = `Usage: npm run bench -- list [--cars 10000,100000,1000000]

Measures the car list in memory: ready from its snapshot, refresh, memory, time per kind of query in this process. The
last line is JSON.`;

const values = readOptions(usage, {
  cars: { type: 'string', default: '10000,100000' },
  // What one process does for the others: memory is measured where nothing else was done.
  write: { type: 'string' },
  measure: { type: 'string' },
  folder: { type: 'string' },
});

const print = (text: string) => process.stdout.write(`${text}\n`);

const partOfThis = <T>(...options: string[]): T =>
  inOwnProcess(['--expose-gc', '--max-old-space-size=14000'], fileURLToPath(import.meta.url), options);

function measureSize(cars: number): SizeResult {
  const { folder } = partOfThis<{ folder: string }>('--write', String(cars));
  return partOfThis('--measure', String(cars), '--folder', folder);
}

async function measureInThisProcess(cars: number, folder: string): Promise<void> {
  print(JSON.stringify(await runSize(cars, folder)));
}

if (values.write) print(JSON.stringify(writeSnapshot(Number(values.write))));
else if (values.measure && values.folder) await measureInThisProcess(Number(values.measure), values.folder);
else {
  const sizes = values.cars.split(',').map(Number);
  if (sizes.every((cars) => Number.isInteger(cars) && cars >= 1_000)) {
    const results = sizes.map((cars) => {
      const result = measureSize(cars);
      print(showSize(result));
      return result;
    });
    print(JSON.stringify({ sizes: results }));
  } else {
    process.stderr.write(`Sizes are whole numbers from 1,000 on.\n\n${usage}\n`);
    process.exitCode = 2;
  }
}
