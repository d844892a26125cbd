import { isAllowed, type PolicyStatement, roleStatements } from '../../iam/policy.ts';
import type { QueueStore } from '../../services/queues/queue-store.ts';
import type { WireService } from '../../wire/http.ts';
import type { FunctionRegistry, LambdaFunction } from '../functions/lambda-function.ts';
import type { Template } from '../template/template.ts';
import type { RunnerState } from './deliveries.ts';
import { type MappingProperties, QueueMapping } from './queue-mapping.ts';
import { StreamMapping } from './stream-mapping.ts';

export type MappingsContext = {
  registry: FunctionRegistry;
  queues: QueueStore;
  engine: WireService;
  state: RunnerState;
  /** Told in words what keeps messages and changes waiting. */
  tell(sentence: string): void;
};

export type Mappings = {
  /** Streams look at once instead of at their next turn. */
  wakeStreams(): void;
  close(): Promise<void>;
};

/** What Lambda must be allowed, by the function's own role, before it takes a mapping. */
const pollerActions = {
  sqs: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  dynamodb: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
};

/** Throws as a deployment would fail when the function's role may not read the source or write the failures. */
function checkRole(
  fn: LambdaFunction,
  properties: MappingProperties,
  statements: readonly PolicyStatement[],
): void {
  const source = properties.EventSourceArn;
  const failures = properties.DestinationConfig?.OnFailure?.Destination;
  const needed = pollerActions[source.includes(':sqs:') ? 'sqs' : 'dynamodb'].map((action) => ({
    action,
    on: source,
  }));
  if (failures) needed.push({ action: 'sqs:SendMessage', on: failures });
  for (const { action, on } of needed) {
    if (isAllowed(statements, action, on)) continue;
    throw new Error(
      `The role of ${fn.definition.name} does not allow ${action} on ${on}, which its trigger needs.`,
    );
  }
}

/** Starts every event source mapping of the template. */
export function startMappings(template: Template, context: MappingsContext): Mappings {
  const { registry, queues, engine, state, tell } = context;
  const statements = roleStatements(template);
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
    checkRole(fn, properties, statements.get(fn.definition.roleArn) ?? []);
    if (properties.EventSourceArn.includes(':sqs:'))
      fromQueues.push(new QueueMapping(queues, fn, properties, tell));
    else fromStreams.push(new StreamMapping(logicalId, fn, properties, { engine, state, sendFailure, tell }));
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
