import type { Item } from './expressions.ts';
import type { PlainAnswer, PlainRequest } from './machine.ts';
import type { Change } from './memory-table.ts';

/** Ends the name of a delivery that an hourly run has caused. */
export const hourly = 'hourly';

/** Who looks on at what functions ask of the cloud: a simulation that counts. Elsewhere nobody does. */
export type Meter = {
  /** One run of a function, by the name of its row. */
  within<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** A call of an SDK client, before it is carried out and with its answer. */
  calling(command: string): void;
  called(
    service: 'table' | 'queues' | 'bus' | 'sockets' | 'users' | 'objects',
    command: string,
    input: Item,
    answer: Item,
  ): void;
  changed(change: Change): void;
  /** A call that no SDK client makes. */
  asked(request: PlainRequest, answer: PlainAnswer): void;
};

export const noMeter: Meter = {
  within: (_, work) => work(),
  calling: () => undefined,
  called: () => undefined,
  changed: () => undefined,
  asked: () => undefined,
};
