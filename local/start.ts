import { enableCompileCache } from 'node:module';
import { killDescendants } from 'local-cloud/single-owner.ts';
import { diskFullSentence, isDiskFull } from 'local-cloud/wire/state.ts';
import { compileCacheFolder } from '#lib/build/output.ts';
import { helpText, parseStartOptions, type StartOptions } from './options.ts';
import type { RunningBilfund } from './run-bilfund.ts';

// Before the modules to be cached are loaded.
enableCompileCache(compileCacheFolder);

// Lambda runs in UTC; another time zone must not hide errors here.
process.env.TZ = 'UTC';

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function readOptions(): StartOptions {
  try {
    const options = parseStartOptions(process.argv.slice(2));
    if (options !== 'help') return options;
  } catch (error) {
    fail(error);
  }
  console.info(helpText);
  process.exit(0);
}

const quietMilliseconds = 10_000;
const lastSaid = new Map<string, number>();

/** Prints the same sentence at most once in ten seconds. The log has all of them. */
function tell(sentence: string): void {
  if (Date.now() - (lastSaid.get(sentence) ?? 0) < quietMilliseconds) return;
  if (lastSaid.size > 1000) lastSaid.clear();
  lastSaid.set(sentence, Date.now());
  console.error(sentence);
}

let running: RunningBilfund | undefined;
let asked = 0;

/** The first Ctrl-C stops everything in order, the second ends at once. */
function end(): void {
  asked += 1;
  if (asked > 1) {
    killDescendants();
    process.exit(130);
  }
  const closing = running ? running.close() : Promise.resolve();
  closing.then(() => process.exit(0), fail);
}

// The failed request has been answered by then or will be repeated: a full disk must not stop what still works.
process.on('uncaughtException', (error) => {
  if (!isDiskFull(error)) fail(error);
  tell(diskFullSentence);
});

process.on('SIGINT', end);
process.on('SIGTERM', end);
process.on('SIGHUP', end);

try {
  const options = readOptions();
  const { runBilfund } = await import('./run-bilfund.ts');
  running = await runBilfund(options, tell);
  console.info(`Mails, queues, logs and clock: ${running.url}/_local`);
  console.info(`Bilfund ready at ${running.url}`);
} catch (error) {
  fail(error);
}
