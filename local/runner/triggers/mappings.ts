import type { QueueStore } from '../../services/queues/queue-store.ts';
import type { WireService } from '../../wire/service.ts';
import type { FunctionRegistry } from '../functions/function-registry.ts';
import type { Template } from '../template/template.ts';
import type { RunnerState } from './checkpoints.ts';
import { type MappingProperties, QueueMapping } from './queue-mapping.ts';
import { StreamMapping } from './stream-mapping.ts';

export type MappingsContext = {
  registry: FunctionRegistry;
  queues: QueueStore;
  engine: WireService;
  state: RunnerState;
};

export type Mappings = {
  /** Streams look at once instead of at their next turn. */
  wakeStreams(): void;
  close(): Promise<void>;
};

/** Starts every event source mapping of the template. */
export function startMappings(template: Template, context: MappingsContext): Mappings {
  const { registry, queues, engine, state } = context;
  const sendFailure = (destinationArn: string, failure: object) => {
    queues.send(destinationArn.split(':').at(-1) ?? '', { body: JSON.stringify(failure) });
  };
  const fromQueues: QueueMapping[] = [];
  const fromStreams: StreamMapping[] = [];
  for (const { logicalId, properties } of template.all<MappingProperties>(
    'AWS::Lambda::EventSourceMapping',
  )) {
    const fn = registry.find(properties.FunctionName);
    if (!fn || properties.Enabled === false) continue;
    if (properties.EventSourceArn.includes(':sqs:'))
      fromQueues.push(new QueueMapping(queues, fn, properties));
    else fromStreams.push(new StreamMapping(logicalId, fn, properties, { engine, state, sendFailure }));
  }
  return {
    wakeStreams: () => {
      for (const mapping of fromStreams) mapping.wake();
    },
    async close() {
      await Promise.all([...fromQueues, ...fromStreams].map((mapping) => mapping.close()));
    },
  };
}
