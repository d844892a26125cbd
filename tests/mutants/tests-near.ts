import { join } from 'node:path';
import { needsServices } from '../support/beside-services.ts';
import { readSources } from '../support/source-tree.ts';

const sources = readSources();
/** What needs nothing: the files may run again and again in one process. */
export const isUnit = (test: string) => /^tests\/(core|functions|lib)\//.test(test) && !needsServices(test);
/** Of each, at most how many are asked; what runs for minutes or starts the whole product never is. */
const rounds = {
  core: { of: /^tests\/core\/.*\.test\.ts$/, most: 8 },
  // Asked about what the nearest did not notice: much of core is seen only through what is built of it.
  further: { of: /^tests\/core\/.*\.test\.ts$/, most: 14 },
  unit: { of: /^tests\/(functions|lib)\/.*\.test\.ts$/, most: 3 },
  any: { of: /^tests\/(functions|lib|security)\/.*\.test\.ts$/, most: 6 },
  lives: { of: /^tests\/simulation\/(?!week|seeded|sweep-doors|.*fail-nth)[^/]+\.test\.ts$/, most: 12 },
  // Asked last, and so only about what no nearer test noticed.
  rest: { of: /^tests\/(functions|lib|security)\/.*\.test\.ts$/, most: 18 },
};

/** What loads what: also by paths that are put together, from the folder that they name up to the first variable. */
const loaders = new Map<string, string[]>();
for (const { path, text, imports } of sources) {
  const built = [...text.matchAll(/\bimport\(\s*`([.#][^$`]*)/g)].map(([, start = '']) =>
    start.startsWith('#') ? start.slice(1) : join(path, '..', start),
  );
  const targets = imports.filter((one) => !one.isTypeOnly).map((one) => one.target);
  const named = sources
    .filter((one) => built.some((start) => one.path.startsWith(start)))
    .map((one) => one.path);
  for (const target of [...targets, ...named]) loaders.set(target, [...(loaders.get(target) ?? []), path]);
}

/**
 * The tests that load a file, in the rounds in which they are asked: a file of core asks the tests of core, the nearest and
 * then some further off, then other unit tests, and tests with services only where nothing else loads it; any other file
 * asks its nearest tests, then whole lives of imports, searches and payments, then the tests further off. In a round, the
 * tests with the fewest files between come first, then those of the file's own folder.
 */
export function testsNear(path: string): string[][] {
  const distances = new Map([[path, 0]]);
  // A map may grow while it is walked: nearest first.
  for (const [at, distance] of distances)
    for (const loader of loaders.get(at) ?? [])
      if (!distances.has(loader)) distances.set(loader, distance + 1);
  const folder = path.split('/').slice(0, -1);
  const isFar = (test: string) => (folder.every((part) => test.includes(`/${part}/`)) ? 0 : 1);
  const tests = [...distances]
    .sort(([a, near], [b, far]) => near + isFar(a) - far - isFar(b))
    .map(([test]) => test);
  const { core, further: wider, unit, any, lives, rest } = rounds;
  const [pure = [], others = [], all = [], simulated = [], further = [], aroundCore = []] = [
    core,
    unit,
    any,
    lives,
    rest,
    wider,
  ].map(({ of, most }) => tests.filter((test) => of.test(test)).slice(0, most));
  if (!path.startsWith('core/') || pure.length + others.length === 0)
    return [all, simulated, further.slice(all.length)];
  return [pure, aroundCore.slice(pure.length), others];
}
