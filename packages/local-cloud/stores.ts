import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultPlan } from './faults/fault-plan.ts';
import { declaredQueues } from './runner/declarations.ts';
import { provisionTables } from './runner/provision-tables.ts';
import { deployedFiles } from './runner/site/deployed-files.ts';
import type { Template } from './runner/template/template.ts';
import { RunnerState } from './runner/triggers/deliveries.ts';
import { startTableEngine } from './services/dynamodb/table-engine.ts';
import { MailOutbox } from './services/mail-service.ts';
import { ObjectStore } from './services/objects/object-store.ts';
import { QueueStore } from './services/queues/queue-store.ts';
import { UserStore } from './services/users/user-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything that lasts, below one folder. */
export async function openStores(dataFolder: string, faults: FaultPlan) {
  mkdirSync(dataFolder, { recursive: true });
  return {
    queues: new QueueStore(join(dataFolder, 'queues.sqlite'), {
      duplicates: (queue) => faults.isDelivery('duplicate', queue),
      reorders: (queue) => faults.isDelivery('reorder', queue),
    }),
    objects: new ObjectStore(join(dataFolder, 'objects')),
    users: new UserStore(join(dataFolder, 'users.sqlite')),
    outbox: new MailOutbox(join(dataFolder, 'mails.sqlite')),
    state: new RunnerState(join(dataFolder, 'runner.sqlite')),
    engine: await startTableEngine(join(dataFolder, 'tables.sqlite')),
  };
}

/** Makes what the template declares and the data folder lacks. */
export async function provision(
  template: Template,
  { engine, queues, objects }: Stores,
  localize: (text: string) => string,
): Promise<void> {
  await provisionTables(template, engine);
  for (const queue of declaredQueues(template)) queues.create(queue.name, queue.attributes);
  for (const { logicalId } of template.all('AWS::S3::Bucket')) objects.createBucket(template.ref(logicalId));
  objects.addLazySource(deployedFiles(template, localize));
}
