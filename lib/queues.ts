import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { maxReceives, visibilitySeconds } from '#core/contract/retries.ts';
import type { QueueName } from './cloud.ts';
import { workerFunctions } from './functions.ts';
import { defaultTimeoutSeconds } from './house-function.ts';

/** Kept as long as SQS allows, so that a failure found on Monday can still be looked into. */
const deadLetterRetention = Duration.days(14);

const secureQueue: QueueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** One queue per stage of an import and one of events to tell, one for all that these give up, and those of failed stream batches and jobs. */
export class Queues extends Construct {
  readonly byName: Record<QueueName, Queue>;
  readonly deadLetters: Queue;
  readonly streamFailures: Queue;
  /** Calls by the clock that failed each time. */
  readonly jobFailures: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = this.lastQueue('DeadLetters');
    this.streamFailures = this.lastQueue('StreamFailures');
    this.jobFailures = this.lastQueue('JobFailures');
    this.byName = {
      scrape: this.pipelineQueue('scrape'),
      identify: this.pipelineQueue('identify'),
      rate: this.pipelineQueue('rate'),
      notify: this.pipelineQueue('notify'),
    };
  }

  private lastQueue(id: string): Queue {
    return new Queue(this, id, {
      ...secureQueue,
      retentionPeriod: deadLetterRetention,
      // Longer than the function that empties it may take.
      visibilityTimeout: Duration.seconds(60),
    });
  }

  private pipelineQueue(name: QueueName): Queue {
    return new Queue(this, name.charAt(0).toUpperCase() + name.slice(1), {
      ...secureQueue,
      visibilityTimeout: Duration.seconds(visibilitySeconds(consumerTimeoutSeconds(name))),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
  }
}

function consumerTimeoutSeconds(name: QueueName): number {
  const consumer = workerFunctions.find(
    ({ row: { trigger } }) => trigger.kind === 'queue' && trigger.queue === name,
  );
  return consumer?.row.timeoutSeconds ?? defaultTimeoutSeconds;
}
