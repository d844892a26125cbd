import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/support/slowest-first.ts';

/** Tests of functions that need the embedded services: in the project `local`; the rest need nothing, and run in `unit`. */
const besideServices = 'tests/functions/**/*.services*.test.ts';

// `unit` and `web` need nothing, `local` starts the embedded services, `e2e` the whole product and a browser.
// Left alone, two cores get one worker, which waits for modules, happy-dom or the table's engine half of the time.
const maxWorkers = Math.max(2, availableParallelism());
/** Tests of the running product wait for it two fifths of the time: another one runs meanwhile. */
const waitingWorkers = maxWorkers + 1;

/** `npm test` leaves out the files that take long, and `npm run test:all -- --rest` takes them alone; named by hand, all are run. */
const part = process.env.TEST_PART;
const leftOut = part === 'quick' ? ['**/*.long.test.ts'] : [];
const filesOf = (patterns: string[]) =>
  part === 'long' ? patterns.map((pattern) => pattern.replace('*.test.ts', '*.long.test.ts')) : patterns;

/** Parts of what runs on this machine that are plain functions. */
const plainLocal = [
  'tests/local/example/**/*.test.ts',
  'packages/local-cloud/tests/{faults,iam,runner,services/events}/**/*.test.ts',
];

/** Whose tests measure the product in seconds: they have the machine to themselves. */
const timed = ['whole-line.long', 'notifications.long'].map((file) => `tests/e2e/${file}.test.ts`);

/** Whose calls are signed: no test asks with what the person's own folder or machine holds. */
const env = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

const wholeProduct = {
  environment: 'node' as const,
  testTimeout: 240_000,
  hookTimeout: 300_000,
  // Left alone, what is looked for again and again is given up after one second.
  expect: { poll: { timeout: 20_000 } },
  globalSetup: 'tests/support/seeded-world.ts',
  // Browsers on a machine that others use too: something may come too late for once. `npm test` names at its end what passed
  // only at the second try, so that no fault stays hidden.
  retry: 1,
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          env,
          include: [
            ...filesOf(['tests/{core,functions,lib,demo,judges,extension}/**/*.test.ts', ...plainLocal]),
            ...(part === 'long' ? [] : ['tests/{architecture,docs}.test.ts']),
          ],
          exclude: [besideServices, ...leftOut],
          environment: 'node',
          // A busy machine must not decide a test.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // The files share what they import: loading it anew for each took longer than the tests.
          isolate: false,
          setupFiles: ['tests/support/leave-nothing.ts'],
          maxWorkers,
        },
      },
      {
        extends: './web/vite.config.ts',
        // The tests lie beside the app's folder, not in it.
        root: import.meta.dirname,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/web/support/set-up.ts'],
          // A context of its own for each file, in workers that stay: starting one for each took as long as the tests.
          pool: 'vmForks',
          maxWorkers,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'local',
          env,
          include: filesOf([
            'tests/{local,security,simulation,fuzz}/**/*.test.ts',
            'packages/*/tests/**/*.test.ts',
            besideServices,
          ]),
          exclude: [...plainLocal, ...leftOut],
          environment: 'node',
          // Loading the packages takes longer than many of these tests: the files share them, and each loads our own modules anew.
          isolate: false,
          setupFiles: ['tests/support/leave-nothing.ts', 'tests/support/fresh-modules.ts'],
          maxWorkers: waitingWorkers,
          // Projects that differ in their workers need an order, also where several run in one command.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Servers and functions in processes of their own, on a machine that others use too: as with the whole product.
          retry: 1,
        },
      },
      {
        test: {
          ...wholeProduct,
          name: 'e2e',
          include: filesOf(['tests/e2e/**/*.test.ts']),
          exclude: [...timed, ...leftOut],
          maxWorkers: waitingWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...wholeProduct,
          name: 'e2e-timed',
          include: timed.filter((file) => part !== 'long' || file.includes('.long.')),
          exclude: leftOut,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
