import { join } from 'node:path';
import { startDemoMarketplace } from '#demo/marketplace/server.ts';
import type { Judge } from '../judge.ts';
import { runNarrow } from './narrow-place.ts';
import type { Visit } from './visit.ts';

/** Less processor than Lambda gives for the 2,048 MB of the scraper (1.16), and exactly its memory. */
const limits = { cpus: 0.58, memoryBytes: 2048 * 1024 * 1024 };

/** The browser as it is started in Lambda, with what Lambda gives it: a search of the demo marketplace and its cars. */
export const chromium: Judge = {
  name: 'chromium',
  async judge() {
    const site = await startDemoMarketplace({ port: 0, seed: 7, now: () => new Date() });
    const { url, expectedCars } = site.links.find(({ kind }) => kind === 'search')!;
    const program = [join(import.meta.dirname, 'visit.ts'), url];
    const { code, out, err, peakBytes } = await runNarrow(limits, program).finally(() => site.close());
    if (code !== 0) return { checked: 0, findings: [`It ended with ${code}: ${err.slice(-1000)}`] };
    const { args, failures, rows, cars, ...seconds } = JSON.parse(out) as Visit;
    const findings = [...failures];
    if (!args.includes('--single-process'))
      findings.push(`These are not the flags for Lambda: ${args.join(' ')}`);
    if (rows !== expectedCars) findings.push(`The search has ${rows} cars instead of ${expectedCars}.`);
    const says = { ...seconds, peakMb: Math.round(peakBytes / 1024 / 1024), flags: args.length };
    return { checked: rows + cars, findings, says: JSON.stringify(says) };
  },
};
