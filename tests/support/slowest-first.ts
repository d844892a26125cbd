import { existsSync, readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first. A fresh clone has no memory of how long each took and would start the
 * largest ones first, which are not these: then one core waits for the other's last file.
 */
const slowest = [
  // The first of these seeds the demo's cars for the others.
  ...[
    'browse-looks.long',
    'power-cuts-first.long',
    'payments.long',
    'power-cuts-second.long',
    'refusals.long',
    'browse.long',
    'looks.long',
  ].map((file) => `e2e/${file}`),
  ...['simulation/extension-month.long', 'simulation/told-month.long'],
  ...['simulation/search-faults.long', 'simulation/fail-nth.long', 'security/foreign-input.long'],
  ...[
    'security/lock-out.long',
    'simulation/payments-fail-nth.long',
    'fuzz/routes.long',
    'simulation/payments',
  ],
  ...['security/erase-account', 'security/erase-account-faults.long', 'security/stripe-life.long'],
  ...['core/valuation/fit-model.long', 'functions/marketplaces/visits.long', 'core/catalog/truth.long'],
  ...['web/app/app'],
];

const isThere = (file: string) =>
  ['ts', 'tsx'].some((ending) => existsSync(new URL(`../${file}.test.${ending}`, import.meta.url)));
const unknown = slowest.filter((file) => !isThere(file));
if (unknown.length > 0)
  throw new Error(`Named among the slowest tests, and not there: ${unknown.join(', ')}. Was one renamed?`);

function placeOf({ moduleId }: TestSpecification): number {
  const place = slowest.findIndex((file) => moduleId.includes(`/tests/${file}.test.ts`));
  return place < 0 ? slowest.length : place;
}

/**
 * Files of the project `unit` share what their worker has loaded. What comes after one that drops our modules loads those anew,
 * and what comes after one of another environment, in a worker of its own, loads everything anew.
 */
function leavesLess({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8');
  if (text.includes('@vitest-environment')) return 2;
  return text.includes('vi.resetModules()') ? 1 : 0;
}

/** Keeps the order of projects and groups; within one, the slowest files start first, those that leave less to the next last. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...groups.values()].flatMap((group) =>
      group
        .map((file) => ({ file, less: leavesLess(file), place: placeOf(file) }))
        .sort((a, b) => a.less - b.less || a.place - b.place)
        .map(({ file }) => file),
    );
  }
}
