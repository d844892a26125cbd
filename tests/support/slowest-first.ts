import { existsSync } from 'node:fs';
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
    'browse',
    'looks.long',
  ].map((file) => `e2e/${file}`),
  ...['simulation/search-faults.long', 'simulation/fail-nth.long', 'security/foreign-input.long'],
  ...[
    'security/lock-out.long',
    'simulation/payments-fail-nth.long',
    'fuzz/routes.long',
    'simulation/payments',
  ],
  ...['security/erase-account', 'security/erase-account-faults.long', 'security/stripe-life.long'],
  ...[
    'core/valuation/fit-model.long',
    'functions/marketplaces/visits.long',
    'functions/valuation/revalue',
    'core/catalog/truth.long',
  ],
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

/** Keeps the order of projects and groups; within one, the slowest files start first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...groups.values()].flatMap((group) => group.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}
