import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { hourlyHiddenSeconds, maxReceives, visibilitySeconds } from '#core/contract/messages.ts';
import type { QueueName } from './cloud.ts';
import { defaultTimeoutSeconds } from './function-factory.ts';
import { workerFunctions } from './functions.ts';

/** The longest retention of SQS, so that a failure found on Monday can still be investigated. */
const deadLetterRetention = Duration.days(14);

const secureQueue: QueueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/**
 * One queue per step of an import, one for hourly runs and one for alert events; one dead-letter queue for all of these, and
 * those of failed stream batches and jobs.
 */
export class Queues extends Construct {
  readonly byName: Record<QueueName, Queue>;
  /** Hourly runs that nobody waits for: the scraper receives them itself, one per lane at a time (decision 5). */
  readonly hourly: Queue;
  readonly deadLetters: Queue;
  readonly streamFailures: Queue;
  /** Scheduled calls that failed all their tries. */
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
    this.hourly = this.queueHidden('Hourly', hourlyHiddenSeconds);
  }

  private lastQueue(id: string): Queue {
    return new Queue(this, id, {
      ...secureQueue,
      retentionPeriod: deadLetterRetention,
      // Longer than the timeout of the function that empties it.
      visibilityTimeout: Duration.seconds(60),
    });
  }

  private pipelineQueue(name: QueueName): Queue {
    const id = name.charAt(0).toUpperCase() + name.slice(1);
    return this.queueHidden(id, visibilitySeconds(consumerTimeoutSeconds(name)));
  }

  private queueHidden(id: string, seconds: number): Queue {
    return new Queue(this, id, {
      ...secureQueue,
      visibilityTimeout: Duration.seconds(seconds),
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
