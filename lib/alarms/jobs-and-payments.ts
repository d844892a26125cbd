import { Duration } from 'aws-cdk-lib';
import { workerFunctions } from '../functions.ts';
import { defaultTimeoutSeconds } from '../house-function.ts';
import type { AlarmRow } from './alarm-row.ts';
import { combined, depthOf, figure } from './figures.ts';
import type { Watched } from './watched.ts';

/** Those whose work grows with the catalog and its people; visits end themselves before their time does. */
const growing = [
  'identify',
  'rate',
  'publish',
  'notify',
  'deliver-waiting',
  'sweep',
  'write-catalog',
  'dispatch-searches',
];
const seconds = (name: string): number =>
  workerFunctions.find((worker) => worker.name === name)?.row.timeoutSeconds ?? defaultTimeoutSeconds;

/** Of what runs by the clock, and of money. */
export const jobAlarms = ({ own, jobFailures, functionName }: Watched): AlarmRow[] => [
  {
    name: 'jobs-given-up',
    metric: depthOf(jobFailures),
    threshold: 1,
    impact:
      'Something that runs by the clock failed three times: searches, alerts, ratings or erasures are late.',
    firstStep:
      'look at the waiting message of the queue JobFailures, and in the log of the function that it names.',
  },
  {
    name: 'near-timeout',
    metric: combined(
      'Share of its time that a function took',
      'MAX',
      growing.map((name) =>
        figure('AWS/Lambda', 'Duration', {
          statistic: 'Maximum',
          dimensions: { FunctionName: functionName(name) },
        }),
      ),
      { weights: growing.map((name) => `/ ${seconds(name) * 1000}`) },
    ),
    threshold: 0.95,
    periods: 2,
    impact: 'Nothing yet: a function soon is cut off before it is done.',
    firstStep:
      'find the function by its Duration; raise its timeoutSeconds in core/contract/workers.ts, and deploy.',
  },
  {
    name: 'payments-unavailable',
    metric: own('PaymentsUnavailable', { period: Duration.minutes(15) }),
    threshold: 3,
    impact: 'Nobody can buy, switch or cancel a plan: Stripe does not answer, or refuses our key.',
    firstStep: 'look at status.stripe.com, and in the log for "the payment service did not answer".',
  },
  {
    name: 'plans-repaired',
    metric: own('PlansRepaired'),
    threshold: 1,
    impact:
      'Plans differed from what Stripe holds: somebody paid and got nothing, or the reverse, until now.',
    firstStep: 'see in Stripe whether its events reach /api/payments/webhook.',
  },
  {
    name: 'plans-unchecked',
    metric: own('PlansUnchecked'),
    threshold: 1,
    impact: 'Plans were not compared with Stripe last night: what differs stays wrong.',
    firstStep: 'look in the log of reconcile-payments for its reason.',
  },
];
