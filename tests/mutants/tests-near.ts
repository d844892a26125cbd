import { join } from 'node:path';
import { readSources } from '../support/source-tree.ts';

const most = 8;
const sources = readSources();
/** What is pure is asked of what is pure; what runs for minutes or starts the whole product is never asked. */
const rounds = [/^tests\/core\/.*\.test\.ts$/, /^tests\/(functions|adapters|api|security)\/.*\.test\.ts$/];

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

/** The tests that load a file, those with the fewest files between them first, then those of its own folder. */
export function testsNear(path: string): string[] {
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
  const [pure = [], others = []] = rounds.map((round) => tests.filter((test) => round.test(test)));
  return (path.startsWith('core/') && pure.length > 0 ? pure : others).slice(0, most);
}
