import type { DomainClock } from '../../clock.ts';
import type { LogSink } from '../../logs.ts';
import type { QueueStore } from '../../services/queues/queue-store.ts';
import type { HttpApi } from '../api/http-api.ts';
import type { InvocationWatch } from '../functions/lambda-function.ts';
import type { Template } from '../template/template.ts';
import { Alarms, Figures, readAlarms } from './alarms.ts';

type EmbeddedFormat = {
  _aws?: { CloudWatchMetrics?: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[] };
  [field: string]: unknown;
};

/** Counts what functions count themselves, in CloudWatch's embedded format: one JSON line among their log lines. */
function countLine(figures: Figures, line: string): void {
  if (!line.startsWith('{"_aws"')) return;
  const fields = JSON.parse(line) as EmbeddedFormat;
  for (const { Namespace: namespace, Dimensions, Metrics } of fields._aws?.CloudWatchMetrics ?? [])
    for (const { Name: name } of Metrics)
      for (const names of Dimensions) {
        const dimensions = Object.fromEntries(names.map((one) => [one, String(fields[one])]));
        figures.count({ namespace, name, dimensions }, Number(fields[name]));
      }
}

/** The same sink; what its lines count is counted. */
export const countingSink = (sink: LogSink, figures: Figures): LogSink => ({
  ...sink,
  line(functionName, line, requestId) {
    try {
      countLine(figures, line);
    } catch {
      // A line that was cut off: it stands in the log and counts nothing.
    }
    sink.line(functionName, line, requestId);
  },
});

export function countInvocations(figures: Figures): InvocationWatch {
  const count = (name: string, FunctionName: string, value: number) => {
    const namespace = 'AWS/Lambda';
    figures.count({ namespace, name, dimensions: { FunctionName } }, value);
    // The same of all functions together stands under no dimension.
    figures.count({ namespace, name, dimensions: {} }, value);
  };
  return (functionName, outcome) => {
    if (outcome.kind === 'throttled') return count('Throttles', functionName, 1);
    count('Invocations', functionName, 1);
    count('Errors', functionName, outcome.kind === 'failed' ? 1 : 0);
    count('Duration', functionName, outcome.milliseconds);
  };
}

/** The same API; its answers are counted. */
export const countingApi = (api: HttpApi, figures: Figures): HttpApi => ({
  ...api,
  async handle(request) {
    const from = performance.now();
    const answer = await api.handle(request);
    const count = (name: string, value: number) =>
      figures.count({ namespace: 'AWS/ApiGateway', name, dimensions: { ApiId: api.apiId } }, value);
    count('Count', 1);
    count('Latency', performance.now() - from);
    count('4xx', answer.status >= 400 && answer.status < 500 ? 1 : 0);
    count('5xx', answer.status >= 500 ? 1 : 0);
    return answer;
  },
});

/** A table that refused a read or a write for want of room. */
export const countTableThrottle = (figures: Figures, TableName: string, isWrite: boolean): void =>
  figures.count(
    {
      namespace: 'AWS/DynamoDB',
      name: isWrite ? 'WriteThrottleEvents' : 'ReadThrottleEvents',
      dimensions: { TableName },
    },
    1,
  );

/** How many messages wait in each queue, and for how long the oldest has. */
export function countQueues(figures: Figures, queues: QueueStore): void {
  for (const QueueName of queues.names()) {
    const count = (name: string, value: number) =>
      figures.count({ namespace: 'AWS/SQS', name, dimensions: { QueueName } }, value);
    const [oldest] = queues.peek(QueueName, 1);
    count('ApproximateNumberOfMessagesVisible', queues.counts(QueueName).visible);
    count('ApproximateAgeOfOldestMessage', oldest ? (Date.now() - oldest.sentAt) / 1000 : 0);
  }
}

const minuteMs = 60_000;

/**
 * Counts what happens, and looks at the template's alarms.
 * @throws for an alarm that is not understood
 */
export function openWatch(template: Template, clock: DomainClock, queues: QueueStore) {
  const now = () => clock.now();
  const figures = new Figures(now);
  const alarms = new Alarms(readAlarms(template), figures, now);
  const look = () => {
    countQueues(figures, queues);
    return alarms.look();
  };
  const everyMinute = setInterval(look, minuteMs);
  everyMinute.unref();
  return {
    sink: (sink: LogSink) => countingSink(sink, figures),
    api: (api: HttpApi | undefined) => api && countingApi(api, figures),
    invocation: countInvocations(figures),
    tableThrottle: (table: string, isWrite: boolean) => countTableThrottle(figures, table, isWrite),
    alarms: look,
    close: () => clearInterval(everyMinute),
  };
}

export type Watch = ReturnType<typeof openWatch>;
