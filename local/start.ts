import { enableCompileCache } from 'node:module';
import { killDescendants } from 'local-cloud/single-owner.ts';
import { diskFullSentence, isDiskFull } from 'local-cloud/wire/state.ts';
import { compileCacheFolder } from './compile-cache.ts';
import { helpText, parseStartOptions, type StartOptions } from './options.ts';
import type { RunningBilfund } from './run-bilfund.ts';

// Before the modules that it is for are loaded.
enableCompileCache(compileCacheFolder);

// Lambda runs in UTC; a laptop in Copenhagen must not hide what goes wrong there.
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

/** The terminal stays calm: the same sentence at most once in ten seconds. The log has every one. */
function tell(sentence: string): void {
  if (Date.now() - (lastSaid.get(sentence) ?? 0) < quietMilliseconds) return;
  if (lastSaid.size > 1000) lastSaid.clear();
  lastSaid.set(sentence, Date.now());
  console.error(sentence);
}

let running: RunningBilfund | undefined;
let asked = 0;

/** The first Ctrl-C ends everything in order, the second at once. */
function end(): void {
  asked += 1;
  if (asked > 1) {
    killDescendants();
    process.exit(130);
  }
  const closing = running ? running.close() : Promise.resolve();
  closing.then(() => process.exit(0), fail);
}

// Whoever asked has been told by then, or asks again: a full disk is no reason to end what still can be served.
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
