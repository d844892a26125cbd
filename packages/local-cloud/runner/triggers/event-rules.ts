import { randomUUID } from 'node:crypto';
import {
  type BusEvent,
  busNameOf,
  checkPattern,
  type EventPattern,
  matchesPattern,
} from '../../services/events/event-service.ts';
import { accountId, region } from '../../wire/names.ts';
import type { Template } from '../template/template.ts';
import type { Deliveries } from './deliveries.ts';
import { parseSchedule, type Schedule } from './scheduler.ts';

type Target = { Arn: string; Input?: unknown; InputPath?: unknown; InputTransformer?: unknown };
type RuleProperties = {
  EventBusName?: string;
  EventPattern?: EventPattern;
  ScheduleExpression?: string;
  State?: string;
  Targets?: Target[];
};

export type ScheduledRule = { name: string; schedule: Schedule; fire(at: Date): Promise<void> };

export type EventRules = {
  /** Hands an event to the targets of every rule that fits; it is stored before this returns. */
  publish(bus: string, event: BusEvent): void;
  scheduled: readonly ScheduledRule[];
  recent(): readonly BusEvent[];
};

const keptEvents = 200;

function scheduledEvent(ruleArn: string, at: Date): BusEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: accountId,
    time: at.toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [ruleArn],
    detail: {},
  };
}

/** The rules of the template: patterns on buses and schedules. */
export function createEventRules(template: Template, deliveries: Deliveries): EventRules {
  const rules = template
    .all<RuleProperties>('AWS::Events::Rule')
    .filter((rule) => rule.properties.State !== 'DISABLED');
  for (const { logicalId, properties } of rules) {
    if (properties.EventPattern) checkPattern(properties.EventPattern);
    if (properties.Targets?.some((target) => target.Input ?? target.InputPath ?? target.InputTransformer))
      throw new Error(`The rule ${logicalId} changes its event, which is not understood by the local cloud.`);
  }
  const events: BusEvent[] = [];
  return {
    publish(bus, event) {
      events.push(event);
      if (events.length > keptEvents) events.shift();
      for (const { properties } of rules) {
        const { EventPattern: pattern } = properties;
        if (pattern && busNameOf(properties.EventBusName) === bus && matchesPattern(event, pattern)) {
          for (const target of properties.Targets ?? []) void deliveries.deliver(target.Arn, event);
        }
      }
    },
    scheduled: rules.flatMap(({ logicalId, properties }) => {
      const schedule = parseSchedule(properties.ScheduleExpression);
      if (!schedule) return [];
      const arn = template.arn(logicalId);
      const fire = async (at: Date) => {
        const event = scheduledEvent(arn, at);
        const targets = properties.Targets ?? [];
        await Promise.all(targets.map((target) => deliveries.deliverPatiently(target.Arn, event)));
      };
      return [{ name: template.ref(logicalId), schedule, fire }];
    }),
    recent: () => events,
  };
}
