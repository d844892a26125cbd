import { ServiceError } from '../../wire/service.ts';

/** What a queue's attributes mean for us, in numbers. Defaults are those of SQS. */
export type QueueSettings = {
  visibilityTimeoutSeconds: number;
  delaySeconds: number;
  receiveWaitSeconds: number;
  retentionSeconds: number;
  redrive?: { deadLetterArn: string; maxReceiveCount: number };
};

/** SQS accepts 0 to 15 minutes of delay. */
export const maxDelaySeconds = 900;

function seconds(
  attributes: Readonly<Record<string, string>>,
  name: string,
  fallback: number,
  max: number,
): number {
  const value = Number(attributes[name] ?? fallback);
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new ServiceError('InvalidAttributeValue', `Invalid value for the parameter ${name}.`);
  }
  return value;
}

/** Reads attributes as CreateQueue sends them (all strings, RedrivePolicy as JSON). Throws InvalidAttributeValue. */
export function parseQueueSettings(attributes: Readonly<Record<string, string>>): QueueSettings {
  const redrive = attributes.RedrivePolicy;
  const policy = redrive
    ? (JSON.parse(redrive) as { deadLetterTargetArn: string; maxReceiveCount: number | string })
    : undefined;
  return {
    visibilityTimeoutSeconds: seconds(attributes, 'VisibilityTimeout', 30, 43_200),
    delaySeconds: seconds(attributes, 'DelaySeconds', 0, maxDelaySeconds),
    receiveWaitSeconds: seconds(attributes, 'ReceiveMessageWaitTimeSeconds', 0, 20),
    retentionSeconds: seconds(attributes, 'MessageRetentionPeriod', 345_600, 1_209_600),
    ...(policy && {
      redrive: { deadLetterArn: policy.deadLetterTargetArn, maxReceiveCount: Number(policy.maxReceiveCount) },
    }),
  };
}
