import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Trigger } from '#core/contract/workers.ts';
import type { PipelineQueue, QueueName } from './cloud.ts';
import { workerFunctions } from './functions.ts';
import { defaultTimeoutSeconds } from './house-function.ts';

/** A message is given up after three tries: a fourth has never helped, and the marketplace is asked politely. */
const maxReceiveCount = 3;
/** Kept as long as SQS allows, so that a failure found on Monday can still be looked into. */
const deadLetterRetention = Duration.days(14);

const secureQueue: QueueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** One queue per stage of an import and one of events to tell, each with its own dead letters, and the queue of failed stream batches. */
export class Queues extends Construct {
  readonly byName: Record<QueueName, PipelineQueue>;
  readonly streamFailures: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.byName = {
      scrape: this.pipelineQueue('scrape'),
      identify: this.pipelineQueue('identify'),
      rate: this.pipelineQueue('rate'),
      notify: this.pipelineQueue('notify'),
    };
    this.streamFailures = new Queue(this, 'StreamFailures', {
      ...secureQueue,
      retentionPeriod: deadLetterRetention,
    });
  }

  private pipelineQueue(name: QueueName): PipelineQueue {
    const id = name.charAt(0).toUpperCase() + name.slice(1);
    const deadLetters = new Queue(this, `${id}DeadLetters`, {
      ...secureQueue,
      retentionPeriod: deadLetterRetention,
      visibilityTimeout: Duration.seconds(visibilitySeconds((trigger) => trigger.kind === 'dead-letters')),
    });
    const queue = new Queue(this, id, {
      ...secureQueue,
      visibilityTimeout: Duration.seconds(
        visibilitySeconds((trigger) => trigger.kind === 'queue' && trigger.queue === name),
      ),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    });
    return { queue, deadLetters };
  }
}

/** Half a minute beyond the consumer's timeout, so that no message is handed out twice while it is being worked on. */
function visibilitySeconds(startsConsumer: (trigger: Trigger) => boolean): number {
  const timeouts = workerFunctions
    .filter((worker) => startsConsumer(worker.row.trigger))
    .map((worker) => worker.row.timeoutSeconds ?? defaultTimeoutSeconds);
  return Math.max(0, ...timeouts) + 30;
}
