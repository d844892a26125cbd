import { hopelessFault, keepCounts, reasonOf, takeVisit } from '#functions/imports/visits.ts';
import { relayMetrics, scrub } from '#functions/platform/log.ts';
import { hideVisit, nextVisit, type TakenVisit } from '#functions/platform/queues.ts';

const reportEveryMs = 60_000;
const pauseAfterFaultMs = 5_000;

/** After this many visits that people waited for, one hourly run gets its turn (decision 5). */
const visitsBeforeHourly = 3;

const stop = new AbortController();
const counts = keepCounts();
let current: TakenVisit | null = null;
let visits = 0;

const say = (sentence: string) => console.error(`${new Date().toISOString().slice(0, 19)}Z  ${sentence}`);

/** Reports while waiting and while working, so that a long visit is not taken for an outage. */
async function report(): Promise<void> {
  try {
    await counts.report();
  } catch (error) {
    say(`not reported: ${scrub(reasonOf(error))}`);
  }
}

/**
 * The first signal ends the visitor after the current visit; the second returns that visit to its queue and ends at once.
 */
async function end(): Promise<void> {
  if (stop.signal.aborted) {
    if (current) await hideVisit(current, 0).catch(() => undefined);
    say('given back. Ended.');
    process.exit(130);
  }
  stop.abort();
  say(current ? 'ending after this visit; once more gives it back at once.' : 'ending.');
}

/** False when there is nothing more to wait for. */
async function takeNext(): Promise<boolean> {
  try {
    current = await nextVisit(stop.signal, visits % (visitsBeforeHourly + 1) === visitsBeforeHourly);
    if (!current) return true;
    visits++;
    const startedAt = performance.now();
    const { jobId, outcome, cars, failure } = await takeVisit(current, 'visitor');
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`${jobId}  ${outcome}${failure && ` (${scrub(failure)})`}, ${cars} cars, ${seconds} s`);
  } catch (error) {
    if (stop.signal.aborted) return true;
    const sentence = hopelessFault(error);
    say(`${sentence ?? 'the queue does not answer'} (${scrub(reasonOf(error))})`);
    if (sentence) return false;
    await new Promise((resolve) => setTimeout(resolve, pauseAfterFaultMs));
  } finally {
    current = null;
  }
  return true;
}

relayMetrics(counts.add);
process.on('SIGINT', end);
process.on('SIGTERM', end);
// The parent process has ended.
process.once('disconnect', end);
await report();
const reporting = setInterval(report, reportEveryMs);
say('waiting for visits. Ctrl-C ends.');
let isFine = true;
while (isFine && !stop.signal.aborted) isFine = await takeNext();
clearInterval(reporting);
await report();
say('ended.');
process.exit(isFine ? 0 : 1);
