import type { DomainClock } from '../../clock.ts';
import type { LogSink } from '../../logs.ts';
import type { QueueStore } from '../../services/queues/queue-store.ts';
import type { HttpApi } from '../api/http-api.ts';
import type { InvocationWatch } from '../functions/invocation-watch.ts';
import type { Template } from '../template/template.ts';
import { readAlarms } from './alarm-definitions.ts';
import { type AlarmState, Alarms } from './alarms.ts';
import { countInvocations, countingApi, countingSink, countQueues, countTableThrottle } from './counters.ts';
import { Figures } from './figures.ts';

/** Counts what happens, and looks at the template's alarms. */
export type Watch = {
  sink(sink: LogSink): LogSink;
  api(api: HttpApi | undefined): HttpApi | undefined;
  invocation: InvocationWatch;
  tableThrottle(table: string, isWrite: boolean): void;
  alarms(): AlarmState[];
  close(): void;
};

const minuteMs = 60_000;

/** @throws for an alarm that is not understood */
export function openWatch(template: Template, clock: DomainClock, queues: QueueStore): Watch {
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
    sink: (sink) => countingSink(sink, figures),
    api: (api) => api && countingApi(api, figures),
    invocation: countInvocations(figures),
    tableThrottle: (table, isWrite) => countTableThrottle(figures, table, isWrite),
    alarms: look,
    close: () => clearInterval(everyMinute),
  };
}
