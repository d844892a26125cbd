import { randomUUID } from 'node:crypto';
import type { PutEventsRequest, PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { runJsonOperation, ServiceError, type WireService } from '../../wire/http.ts';
import { accountId, mostPayloadBytes, region } from '../../wire/names.ts';

/** An EventBridge pattern or Lambda filter: lists of accepted values at the leaves. */
export type EventPattern = { [key: string]: EventPattern | readonly Value[] };
type Value = string | number | boolean | null;

/** Throws at an operator: a pattern names values here. */
export function checkPattern(pattern: EventPattern): void {
  for (const [key, expected] of Object.entries(pattern)) {
    if (!Array.isArray(expected)) checkPattern(expected as EventPattern);
    else if (key === '$or' || expected.some((one) => typeof one === 'object' && one !== null))
      throw new Error(
        `The pattern ${JSON.stringify({ [key]: expected })} is not understood by the local cloud.`,
      );
  }
}

/**
 * Whether an event fits a pattern: every key of the pattern must fit, a list fits when one of its values does, an array
 * in the event when one of its elements does.
 */
export function matchesPattern(event: unknown, pattern: EventPattern): boolean {
  const fields = (typeof event === 'object' && event !== null ? event : {}) as Record<string, unknown>;
  return Object.entries(pattern).every(([key, expected]) => {
    const value = fields[key];
    if (!Array.isArray(expected)) return matchesPattern(value, expected as EventPattern);
    return (Array.isArray(value) ? value : [value]).some((one) => expected.includes(one));
  });
}

/** An event as targets receive it. */
export type BusEvent = {
  version: '0';
  id: string;
  'detail-type': string;
  source: string;
  account: string;
  time: string;
  region: string;
  resources: string[];
  detail: unknown;
};

/** The name in an ARN or a plain name. */
export const busNameOf = (nameOrArn: string | undefined) => nameOrArn?.split('/').at(-1) ?? 'default';

function entryBytes(entry: PutEventsRequestEntry): number {
  const texts = [entry.Source, entry.DetailType, entry.Detail, ...(entry.Resources ?? [])];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), entry.Time ? 14 : 0);
}

function refusalOf(entry: PutEventsRequestEntry): string | undefined {
  if (!entry.Source) return 'Parameter Source is not valid. Reason: Source is a required argument.';
  if (entry.Source.startsWith('aws.')) return 'Parameter Source is not valid. Reason: aws. is reserved.';
  if (!entry.DetailType)
    return 'Parameter DetailType is not valid. Reason: DetailType is a required argument.';
  if (!entry.Detail) return 'Parameter Detail is not valid. Reason: Detail is a required argument.';
  return undefined;
}

function toEvent(entry: PutEventsRequestEntry): BusEvent | undefined {
  try {
    const detail: unknown = JSON.parse(entry.Detail ?? '');
    if (typeof detail !== 'object' || detail === null) return undefined;
    const time = entry.Time ? new Date(Number(entry.Time) * 1000) : new Date();
    return {
      version: '0',
      id: randomUUID(),
      'detail-type': entry.DetailType ?? '',
      source: entry.Source ?? '',
      account: accountId,
      time: time.toISOString().replace(/\.\d+Z$/, 'Z'),
      region,
      resources: [...(entry.Resources ?? [])],
      detail,
    };
  } catch {
    return undefined;
  }
}

/** EventBridge's PutEvents. `publish` must have stored the event when it returns. */
export function createEventService(publish: (bus: string, event: BusEvent) => void): WireService {
  const putOne = (entry: PutEventsRequestEntry) => {
    const refusal = refusalOf(entry);
    if (refusal) return { ErrorCode: 'InvalidArgument', ErrorMessage: refusal };
    const event = toEvent(entry);
    if (!event) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
    publish(busNameOf(entry.EventBusName), event);
    return { EventId: event.id };
  };
  const operations = {
    PutEvents(input: PutEventsRequest) {
      const entries = input.Entries ?? [];
      if (entries.length < 1 || entries.length > 10) {
        throw new ServiceError('ValidationException', 'Member must have length between 1 and 10.');
      }
      if (entries.reduce((sum, entry) => sum + entryBytes(entry), 0) > mostPayloadBytes) {
        throw new ServiceError(
          'ValidationException',
          'Total size of the entries in the request is over the limit.',
        );
      }
      const Entries = entries.map(putOne);
      return { Entries, FailedEntryCount: Entries.filter((entry) => 'ErrorCode' in entry).length };
    },
  };
  return { handle: (request) => runJsonOperation(operations, request), close: () => {} };
}
