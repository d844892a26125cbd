import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import type { Mutant } from './mutations.ts';
import type { Tried } from './vitest.config.ts';

export type Asked = { mutant?: Mutant; tests: string[] };
export type Answer = { failed: string[]; errors: number; seconds: number };

/** The process that stays warm: runs the tests it is asked to against a changed file and answers which files failed. */
class AsAsked {
  sort = async <T>(files: T) => files;
  shard = this.sort;
}
const vitest = await createVitest({
  config: `${import.meta.dirname}/vitest.config.ts`,
  watch: false,
  reporters: [{}],
  sequence: { sequencer: AsAsked },
});
const project = vitest.getRootProject();
const tried = globalThis as Tried;

async function run({ mutant, tests }: Asked): Promise<Answer> {
  for (const one of [tried.mutant, mutant]) if (one) vitest.invalidateFile(resolve(one.path));
  tried.mutant = mutant;
  project.config.bail = mutant ? 1 : 0;
  // Results of the run before would count as this one's.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const begun = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => project.createSpecification(resolve(test))),
  );
  const failed = testModules.filter((module) => module.state() === 'failed');
  return {
    failed: failed.map((module) => module.relativeModuleId),
    errors: unhandledErrors.length,
    seconds: (performance.now() - begun) / 1000,
  };
}
process.on('message', async (asked: Asked) => process.send?.(await run(asked)));
process.on('disconnect', () => process.exit());
