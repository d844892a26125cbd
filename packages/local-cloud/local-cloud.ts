import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CloudOptions, localAddresses } from './cloud-options.ts';
import { FaultPlan } from './faults/fault-plan.ts';
import { withIndexLag } from './faults/index-lag.ts';
import { createFunctions } from './function-environment.ts';
import { AccessKeys, Gateway, type Services } from './gateway.ts';
import { createLogSink } from './logs.ts';
import { openWatch, type Watch } from './runner/alarms/watch.ts';
import { createHttpApi } from './runner/api/http-api.ts';
import { declaredPool, declaredQueues, declaredSecrets } from './runner/declarations.ts';
import type { FunctionRegistry } from './runner/functions/lambda-function.ts';
import { readSocketApi, SocketApi } from './runner/live/socket-api.ts';
import { partitionKeys, provisionTables } from './runner/provision-tables.ts';
import { readBehaviors } from './runner/site/behaviors.ts';
import { deployedFiles } from './runner/site/deployed-files.ts';
import { Site } from './runner/site/site.ts';
import { readAssembly } from './runner/template/assembly.ts';
import { openTemplate, type Template } from './runner/template/template.ts';
import { createDeliveries, RunnerState } from './runner/triggers/deliveries.ts';
import { createEventRules, type EventRules } from './runner/triggers/event-rules.ts';
import { startMappings } from './runner/triggers/mappings.ts';
import { Scheduler } from './runner/triggers/scheduler.ts';
import { type Connections, createConnectionService } from './services/connection-service.ts';
import { startTableEngine } from './services/dynamodb/table-engine.ts';
import { createEventService } from './services/events/event-service.ts';
import { composeCodeMail, createMailService, MailOutbox } from './services/mail-service.ts';
import { createObjectService } from './services/objects/object-service.ts';
import { ObjectStore } from './services/objects/object-store.ts';
import { createQueueService } from './services/queues/queue-service.ts';
import { QueueStore } from './services/queues/queue-store.ts';
import {
  createSecretService,
  createSecretValues,
  type SecretValues,
  secretArn,
} from './services/secret-service.ts';
import { writtenMail } from './services/users/mail-writer.ts';
import { createUserService, type UserService } from './services/users/user-service.ts';
import { UserStore } from './services/users/user-store.ts';
import { listen } from './wire/http.ts';
import { region } from './wire/names.ts';

type Stores = Awaited<ReturnType<typeof openStores>>;

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
async function provision(
  template: Template,
  { engine, queues, objects }: Stores,
  localize: (text: string) => string,
): Promise<void> {
  await provisionTables(template, engine);
  for (const queue of declaredQueues(template)) queues.create(queue.name, queue.attributes);
  for (const { logicalId } of template.all('AWS::S3::Bucket')) objects.createBucket(template.ref(logicalId));
  objects.addLazySource(deployedFiles(template, localize));
}

const noPool = {
  ...{ poolId: 'none', clientId: 'none', hasSecret: false, issuer: 'none', leastPasswordLength: 8 },
  authFlows: [],
  ...{ accessTokenSeconds: 0, idTokenSeconds: 0, refreshTokenSeconds: 0 },
};

function createUsers({ template, stores, options, registry, gatewayOrigin }: Foundation): UserService {
  const pool = declaredPool(template);
  if (!pool) return createUserService(stores.users, noPool, () => {});
  const localize = localAddresses(template, { site: options.siteOrigin, gateway: gatewayOrigin });
  const mail = { ...pool.mail, html: localize(pool.mail.html) };
  const writer = pool.mailWriter === undefined ? undefined : registry.find(pool.mailWriter);
  return createUserService(stores.users, pool.settings, async (asked) => {
    const words = writer
      ? await writtenMail((event) => writer.invoke(event), asked, pool.settings, mail)
      : mail;
    stores.outbox.add(composeCodeMail(asked, words, options.clock.now()));
  });
}

type Foundation = {
  options: CloudOptions;
  template: Template;
  stores: Stores;
  faults: FaultPlan;
  registry: FunctionRegistry;
  rules: EventRules;
  gatewayOrigin: string;
  secret: SecretValues;
  watch: Watch;
};

/** Everything that answers requests: the services behind the gateway and the site in front. */
function openServices(foundation: Foundation) {
  const { options, template, stores, faults, registry, rules, secret, watch } = foundation;
  const { engine, queues, objects } = stores;
  const users = createUsers(foundation);
  const connections: Connections = new Map();
  const services: Services = {
    dynamodb: withIndexLag(engine, () => faults.indexLagSeconds),
    sqs: createQueueService(queues),
    s3: createObjectService(objects),
    events: createEventService(rules.publish),
    secretsmanager: createSecretService(secret),
    'cognito-idp': users,
    'execute-api': createConnectionService(connections),
    ses: createMailService(
      (mail) => stores.outbox.add(mail),
      () => options.clock.now(),
    ),
  };
  const httpApi = watch.api(createHttpApi(template, registry, () => users.mint.jwks.keys));
  const sockets = readSocketApi(template, registry);
  const socketApi = sockets && new SocketApi(sockets, connections);
  const site = new Site({
    ...readBehaviors(template, {
      httpApiId: httpApi?.apiId,
      socketApiId: sockets?.apiId,
      secret: (id) => secret(id)?.value,
    }),
    ...{ objects, httpApi, socketApi },
  });
  const permissions = {
    socketApiId: sockets?.apiId ?? '',
    secretArn: (id: string) => secret(id)?.arn ?? secretArn(id),
    partitionKeyOf: partitionKeys(template),
  };
  return { services, site, socketApi, permissions };
}

/** Starts services, functions and triggers of a synthesized template. */
export async function startLocalCloud(options: CloudOptions) {
  const { dataFolder, siteOrigin, clock } = options;
  const faults = new FaultPlan();
  const stores = await openStores(dataFolder, faults);
  const { queues, objects, outbox, state, engine } = stores;
  let gateway: Gateway | undefined;
  // Listens before there is anything to serve: addresses must be known before the functions that carry them.
  const listener = await listen((incoming, outgoing) => {
    if (gateway) gateway.serve(incoming, outgoing).catch(() => outgoing.destroy());
    else outgoing.destroy();
  });
  const gatewayOrigin = listener.origin;
  const template = openTemplate(readAssembly(options.cdkOut), { gateway: gatewayOrigin });
  await provision(template, stores, localAddresses(template, { site: siteOrigin, gateway: '' }));
  const watch = openWatch(template, clock, queues);
  const logs = watch.sink(createLogSink(join(dataFolder, 'logs', 'functions.log'), options.tell));
  const secrets = options.companion?.secrets(template) ?? declaredSecrets(template);
  const secret = createSecretValues(dataFolder, secrets);
  const companion = await options.companion?.start({ ...options, template, secret, faults });
  const keys = new AccessKeys();
  const registry = createFunctions({
    ...{ ...options, template, keys, gatewayOrigin, logs },
    overrides: { ...options.overrides, ...companion?.overrides },
    watch: watch.invocation,
  });
  const deliveries = createDeliveries(state, registry, queues, options.tell);
  const rules = createEventRules(template, deliveries);
  const foundation = { options, template, stores, faults, registry, rules, gatewayOrigin, secret, watch };
  const { services, site, socketApi, permissions } = openServices(foundation);
  const mappings = startMappings(template, { registry, queues, engine, state, tell: options.tell });
  gateway = new Gateway({
    ...{ services, keys, permissions, faults },
    onTableWrite: mappings.wakeStreams,
    onTableThrottle: watch.tableThrottle,
  });
  const scheduler = new Scheduler(rules.scheduled, clock, (step) => {
    queues.advance(step);
    companion?.advance(step);
    options.onClockMove?.();
  });
  deliveries.resume();
  return {
    ...{ template, site, gatewayOrigin, registry, queues, objects, engine, outbox },
    ...{ rules, faults, clock, logs },
    /** The template's alarms, over what was counted since the start. */
    alarms: watch.alarms,
    /** Credentials and endpoint of the runner itself, as environment variables of an SDK. */
    administratorEnvironment: keyEnvironment(keys.administratorKey, gatewayOrigin),
    /** Moves domain time forward and fires what falls due on the way. Gives the number of firings. */
    advance: (milliseconds: number) => queues.whileClockMoves(() => scheduler.advance(milliseconds)),
    /** Moves domain time forward as if the machine had slept: nothing fires on the way. */
    skip: (milliseconds: number) => scheduler.skip(milliseconds),
    async close() {
      scheduler.close();
      watch.close();
      deliveries.close();
      socketApi?.close();
      await companion?.close();
      const ending = mappings.close();
      registry.close();
      await ending;
      await listener.close();
      for (const store of Object.values(stores)) store.close();
    },
  };
}

/** Everything the template describes, running. */
export type LocalCloud = Awaited<ReturnType<typeof startLocalCloud>>;

function keyEnvironment(accessKey: string, gatewayOrigin: string): Record<string, string> {
  return {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: gatewayOrigin,
  };
}
