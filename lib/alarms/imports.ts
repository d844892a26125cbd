import { Duration } from 'aws-cdk-lib';
import { pageFailureClasses } from '#core/marketplaces/marketplace.ts';
import type { AlarmRow } from './alarm-row.ts';
import { combined, depthOf, figure, leftIn } from './figures.ts';
import type { Watched } from './watched.ts';

const hour = Duration.hours(1);
/** What an ad or a place itself is to blame for says nothing of the marketplace. */
const refusals = pageFailureClasses.filter(
  (failure) =>
    failure !== 'listing_removed' &&
    failure !== 'location_not_recognised' &&
    failure !== 'search_not_understood' &&
    failure !== 'budget_spent',
);
const pipeline = ['scrape', 'identify', 'rate', 'notify', 'publish', 'fail-dead-letters'];

/** Of imports, and of what the table tells others. */
export const importAlarms = ({
  own,
  queues,
  hourly,
  deadLetters,
  streamFailures,
  functionName,
}: Watched): AlarmRow[] => [
  {
    name: 'given-up',
    // The queue is emptied every minute, too soon for its depth to be seen: what empties it counts.
    metric: own('DeadLetters'),
    threshold: 1,
    impact:
      'Messages failed five times: a car is missing from an import, or somebody was not told of something.',
    firstStep:
      'look in the log for "a message was given up" and, before it, "message failed", which names the reason.',
  },
  {
    name: 'given-up-left',
    metric: leftIn(deadLetters),
    threshold: 1,
    impact:
      'Imports that failed do not end: people see them work for ever, and their charge is not given back.',
    firstStep:
      'look at the errors of the function fail-dead-letters, which should empty the queue every minute.',
  },
  {
    name: 'imports-wait',
    metric: combined(
      'Oldest message',
      'MAX',
      Object.values(queues).map((queue) =>
        queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
      ),
    ),
    threshold: 45 * 60,
    impact: 'Imports stand still for three quarters of an hour, or alerts come that late.',
    firstStep:
      'see on the dashboard which queue waits, then the throttles and errors of the function of that name.',
  },
  {
    name: 'searches-wait',
    metric: hourly.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
    threshold: 2 * 3600,
    impact: 'Automated searches stand in line for two hours: people hear of new cars late.',
    firstStep:
      'compare, in the log, "the hour’s automated searches were started" with VISITS_AT_ONCE, then see the errors of scrape and sweep.',
  },
  {
    name: 'marketplace-refuses',
    metric: combined(
      'Imports that the marketplace refused',
      'SUM',
      refusals.map((outcome) => own('ImportsEnded', { period: hour, dimensions: { outcome } })),
      { period: hour },
    ),
    threshold: 5,
    impact:
      'Imports fail: the marketplace answers slowly, not at all, or with something that is no list of cars.',
    firstStep: 'look in the log for "import ended" and its failure; open one of the links in a browser.',
  },
  {
    name: 'pages-changed',
    metric: own('PagesNotUnderstood', { period: hour }),
    threshold: 1,
    impact: 'Imports find nothing although the marketplace shows cars: it has changed its pages.',
    firstStep:
      'look in the log for "a page was not understood": it names what was on the page, without anything of a person.',
  },
  {
    name: 'register-silent',
    metric: own('RegisterFailed', { period: Duration.minutes(15) }),
    threshold: 10,
    impact:
      'New cars come without what the vehicle register knows; they get it by themselves when it answers again.',
    firstStep:
      'look in the log for "the register did not answer" and its reason: mostly the key is not set, or not paid for.',
  },
  {
    name: 'workers-fail',
    metric: combined(
      'Workers that broke off',
      'SUM',
      pipeline.map((name) =>
        figure('AWS/Lambda', 'Errors', { dimensions: { FunctionName: functionName(name) } }),
      ),
    ),
    threshold: 5,
    impact: 'Functions of the imports are cut off: cars come late, and after five tries not at all.',
    firstStep:
      'look in the log for "Task timed out", "Runtime.ExitError" or an import of a module that failed.',
  },
  {
    name: 'changes-unpublished',
    metric: depthOf(streamFailures),
    threshold: 1,
    impact: 'Open pages do not move by themselves and some alerts are never sent.',
    firstStep: 'look in the log of the function publish for "a change was not published".',
  },
];
