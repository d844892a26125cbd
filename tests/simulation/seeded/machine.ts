import crypto from 'node:crypto';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { randomSequence } from '#core/valuation/statistics.ts';
import type { Item } from './expressions.ts';
import type { Change } from './memory-table.ts';

/** Chance in one place: everything that happens in a seed follows from it. */
export type Chance = {
  /** From 0 to below 1. */
  next(): number;
  whole(below: number): number;
  is(share: number): boolean;
  pick<T>(from: readonly T[]): T;
};

export function createChance(seed: number): Chance {
  const next = randomSequence(seed);
  const whole = (below: number) => Math.floor(next() * below);
  return { next, whole, is: (share) => next() < share, pick: (from) => from[whole(from.length)]! };
}

export type PlainAnswer = { status: number; body: string | Uint8Array };
export type PlainRequest = { url: URL; headers: Record<string, string>; body: string };

/**
 * Makes this process a machine whose time, randomness, timers and network a seed decides. For a process of its own: it is
 * never undone. Pauses are over at once, since what they wait for does not happen meanwhile.
 */
export function installMachine(seed: number, startMs: number, answer: (asked: PlainRequest) => PlainAnswer) {
  const chance = createChance(seed);
  let nowMs = startMs;
  const RealDate = Date;
  class VirtualDate extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(nowMs);
      else super(given[0]);
    }
    static override now(): number {
      return nowMs;
    }
  }
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => chance.whole(256)));
  const randomUUID = () => {
    const hex = bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, { randomBytes: bytes, randomUUID });
  /** As much of node:http as a signed call uses. */
  const request = (url: URL, options: { headers: Record<string, string> }, tell: (got: unknown) => void) => ({
    on() {
      return this;
    },
    end(body: string) {
      const { status, body: said } = answer({ url, headers: options.headers, body });
      const part = Buffer.from(said as string);
      queueMicrotask(() =>
        tell({
          statusCode: status,
          headers: { 'content-length': String(part.length) },
          async *[Symbol.asyncIterator]() {
            yield part;
          },
        }),
      );
    },
  });
  Object.assign(http, { request });
  syncBuiltinESMExports();
  const atOnce = (work: (...all: unknown[]) => void, _ms?: number, ...all: unknown[]) =>
    setImmediate(work, ...all);
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: atOnce,
    clearTimeout: clearImmediate,
    setInterval: () => ({ unref: () => undefined }),
    clearInterval: () => undefined,
    fetch: async (url: string | URL) => {
      const { status, body } = answer({ url: new URL(url), headers: {}, body: '' });
      return new Response(typeof body === 'string' ? body : Buffer.from(body), { status });
    },
  });
  Math.random = chance.next;
  return {
    chance,
    now: () => nowMs,
    advance(ms: number): void {
      nowMs += ms;
    },
  };
}

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
