import { resolve } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import type { Mutant } from './mutations.ts';
import type { Tried } from './vitest.config.ts';

/** `patience`: how many seconds one test may take. */
export type Asked = { mutant?: Mutant; tests: string[]; patience: number };
/** `isLate`: nothing but time failed. */
export type Answer = { failed: string[]; errors: number; isLate: boolean; seconds: number };

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

/** As Vitest says it of a test or a hook. */
const late = /timed out in \d+ms/;
/** What a file, its suites and its tests failed by. */
const errorsOf = (file: TestModule) => [
  ...[file, ...file.children.allSuites()].flatMap((one) => one.errors()),
  ...[...file.children.allTests()].flatMap((one) => one.result().errors ?? []),
];

async function run({ mutant, tests, patience }: Asked): Promise<Answer> {
  for (const one of [tried.mutant, mutant]) if (one) vitest.invalidateFile(resolve(one.path));
  tried.mutant = mutant;
  project.config.bail = mutant ? 1 : 0;
  project.config.testTimeout = project.config.hookTimeout = patience * 1000;
  // Results of the run before would count as this one's.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const begun = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => project.createSpecification(resolve(test))),
  );
  const failed = testModules.filter((module) => module.state() === 'failed');
  const messages = [...failed.flatMap(errorsOf), ...unhandledErrors].map((error) =>
    String((error as Error).message),
  );
  return {
    failed: failed.map((module) => module.relativeModuleId),
    errors: unhandledErrors.length,
    isLate: messages.length > 0 && messages.every((message) => late.test(message)),
    seconds: (performance.now() - begun) / 1000,
  };
}
process.on('message', async (asked: Asked) => process.send?.(await run(asked)));
process.on('disconnect', () => process.exit());
