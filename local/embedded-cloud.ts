import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { localAddresses } from './addresses.ts';
import { DomainClock } from './clock.ts';
import { FaultPlan } from './faults/fault-plan.ts';
import { withIndexLag } from './faults/index-lag.ts';
import { AccessKeys, Gateway, type Services } from './gateway.ts';
import { roleStatements } from './iam/role-statements.ts';
import { createLogSink, type LogSink } from './logs.ts';
import { environmentOverrides, type LocalWorld } from './overrides.ts';
import { createHttpApi } from './runner/api/http-api.ts';
import { declaredPool, declaredQueues, declaredSecrets } from './runner/declarations.ts';
import { readFunctions } from './runner/functions/function-definition.ts';
import { FunctionRegistry } from './runner/functions/function-registry.ts';
import { LambdaFunction } from './runner/functions/lambda-function.ts';
import { createSocketApi } from './runner/live/socket-api.ts';
import { provisionTables } from './runner/provision-tables.ts';
import { readBehaviors } from './runner/site/behaviors.ts';
import { deployedFiles } from './runner/site/deployed-files.ts';
import { createSite, type Site } from './runner/site/site.ts';
import { readAssembly } from './runner/template/assembly.ts';
import { openTemplate, type Template } from './runner/template/template.ts';
import { RunnerState } from './runner/triggers/checkpoints.ts';
import { createDeliveries } from './runner/triggers/deliveries.ts';
import { createEventRules, type EventRules } from './runner/triggers/event-rules.ts';
import { startMappings } from './runner/triggers/mappings.ts';
import { Scheduler } from './runner/triggers/scheduler.ts';
import { type Connections, createConnectionService } from './services/connection-service.ts';
import { createEventService } from './services/events/event-service.ts';
import { composeCodeMail, MailOutbox } from './services/mail-outbox.ts';
import { createObjectService } from './services/objects/object-service.ts';
import { ObjectStore } from './services/objects/object-store.ts';
import { createQueueService } from './services/queues/queue-service.ts';
import { QueueStore } from './services/queues/queue-store.ts';
import { createSecretService, createSecretValues, secretArn } from './services/secret-service.ts';
import { startTableEngine, type TableEngine } from './services/table-engine.ts';
import { createUserService, type UserService } from './services/users/user-service.ts';
import { UserStore } from './services/users/user-store.ts';
import { listen } from './wire/listen.ts';
import { region } from './wire/names.ts';

export type CloudOptions = {
  /** A folder written by `cdk synth`. */
  cdkOut: string;
  /** Where all state lies. */
  dataFolder: string;
  /** The browser's origin, "http://127.0.0.1:5173". */
  siteOrigin: string;
  world?: LocalWorld;
  /** Told about failures of functions, in words. */
  tell(sentence: string): void;
};

/** Everything the template describes, running. */
export type EmbeddedCloud = {
  template: Template;
  site: Site;
  gatewayOrigin: string;
  /** Credentials and endpoint of the runner itself, as environment variables of an SDK. */
  administratorEnvironment: Record<string, string>;
  registry: FunctionRegistry;
  queues: QueueStore;
  objects: ObjectStore;
  engine: TableEngine;
  outbox: MailOutbox;
  rules: EventRules;
  faults: FaultPlan;
  clock: DomainClock;
  logs: LogSink;
  /** Moves domain time forward and fires what falls due on the way. Returns the number of firings. */
  advance(milliseconds: number): Promise<number>;
  close(): Promise<void>;
};

/** What every function finds in its environment, whatever the template says. */
function lambdaEnvironment(
  fn: LambdaFunction['definition'],
  accessKey: string,
  gatewayOrigin: string,
  clockFile: string,
) {
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    TZ: ':UTC',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: gatewayOrigin,
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    LAMBDA_TASK_ROOT: fn.folder,
    _HANDLER: fn.handler,
    BILFUND_CLOCK_FILE: clockFile,
  };
}

type FunctionsContext = {
  template: Template;
  keys: AccessKeys;
  gatewayOrigin: string;
  options: CloudOptions;
  clock: DomainClock;
  logs: LogSink;
};

function startFunctions({
  template,
  keys,
  gatewayOrigin,
  options,
  clock,
  logs,
}: FunctionsContext): FunctionRegistry {
  const statements = roleStatements(template);
  const localize = localAddresses(template, { site: options.siteOrigin, gateway: gatewayOrigin });
  const overrides = environmentOverrides(options.world ?? {});
  const functions = readFunctions(template).map((definition) => {
    const key = keys.issue(definition.name, statements.get(definition.roleArn) ?? []);
    const declared = Object.entries(definition.environment).map(([name, value]) => [
      name,
      overrides[name] ?? localize(value),
    ]);
    const own = lambdaEnvironment(definition, key, gatewayOrigin, clock.file);
    const environment = { ...own, ...(Object.fromEntries(declared) as Record<string, string>) };
    return new LambdaFunction({ ...definition, environment }, environment, logs);
  });
  return new FunctionRegistry(functions);
}

function openStores({ dataFolder }: CloudOptions, faults: FaultPlan) {
  return {
    queues: new QueueStore(join(dataFolder, 'queues.sqlite'), {
      duplicates: (queue) => faults.isDelivery('duplicate', queue),
      reorders: (queue) => faults.isDelivery('reorder', queue),
    }),
    objects: new ObjectStore(join(dataFolder, 'objects')),
    users: new UserStore(join(dataFolder, 'users.sqlite')),
    outbox: new MailOutbox(join(dataFolder, 'mails.sqlite')),
    state: new RunnerState(join(dataFolder, 'runner.sqlite')),
    clock: new DomainClock(join(dataFolder, 'clock')),
  };
}

const noPool = {
  passwordPolicy: {},
  authFlows: [],
  hidesUsers: true,
  accessTokenSeconds: 0,
  idTokenSeconds: 0,
  refreshTokenSeconds: 0,
};

/** Starts services, functions and triggers of a synthesized template. */
export async function startEmbeddedCloud(options: CloudOptions): Promise<EmbeddedCloud> {
  mkdirSync(options.dataFolder, { recursive: true });
  const faults = new FaultPlan();
  const stores = openStores(options, faults);
  const { queues, objects, users, outbox, state, clock } = stores;
  const logs = createLogSink(join(options.dataFolder, 'logs', 'functions.log'), options.tell);
  const engine = await startTableEngine(join(options.dataFolder, 'tables.sqlite'));
  let gateway: Gateway | undefined;
  const gatewayListener = await listen((incoming, outgoing) => {
    gateway?.serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const gatewayOrigin = gatewayListener.origin;
  const template = openTemplate(readAssembly(options.cdkOut), { gateway: gatewayOrigin });
  await provisionTables(template, engine);
  for (const queue of declaredQueues(template)) queues.create(queue.name, queue.attributes);
  for (const { logicalId } of template.all('AWS::S3::Bucket')) objects.createBucket(template.ref(logicalId));
  objects.addLazySource(deployedFiles(template));

  const keys = new AccessKeys();
  const registry = startFunctions({ template, keys, gatewayOrigin, options, clock, logs });
  const connections: Connections = new Map();
  const deliveries = createDeliveries(state, registry, queues);
  const rules = createEventRules(template, deliveries);
  const localize = localAddresses(template, { site: options.siteOrigin, gateway: gatewayOrigin });
  const pool = declaredPool(template);
  const mail = pool && { ...pool.mail, html: localize(pool.mail.html) };
  const userService: UserService = createUserService(
    users,
    pool?.settings ?? { ...noPool, poolId: 'none', clientId: 'none', issuer: 'none' },
    (letter) => mail && outbox.add(composeCodeMail(letter, mail, clock.now())),
  );
  const secret = createSecretValues(options.dataFolder, declaredSecrets(template));
  const services: Services = {
    dynamodb: withIndexLag(engine, () => faults.indexLagSeconds),
    sqs: createQueueService(queues, () => gatewayOrigin),
    s3: createObjectService(objects),
    events: createEventService(rules.publish),
    secretsmanager: createSecretService(secret),
    'cognito-idp': userService,
    'execute-api': createConnectionService(connections),
  };
  const httpApi = createHttpApi(template, registry, () => userService.mint.jwks.keys);
  const socketApi = createSocketApi(template, registry, connections);
  const mappings = startMappings(template, { registry, queues, engine, state });
  const permissions = {
    socketApiId: socketApi?.apiId ?? '',
    secretArn: (id: string) => secret(id)?.arn ?? secretArn(id),
  };
  gateway = new Gateway({ services, keys, permissions, faults, onTableWrite: () => mappings.wakeStreams() });
  const { behaviors, rootObject } = readBehaviors(template, {
    httpApiId: httpApi?.apiId,
    socketApiId: socketApi?.apiId,
    secret: (id) => secret(id)?.value,
  });
  const scheduler = new Scheduler(rules.scheduled, clock, (step) => queues.advance(step));
  deliveries.resume();
  return {
    template,
    site: createSite({ behaviors, rootObject, objects, httpApi, socketApi }),
    gatewayOrigin,
    administratorEnvironment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: keys.administratorKey,
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: gatewayOrigin,
    },
    registry,
    queues,
    objects,
    engine,
    outbox,
    rules,
    faults,
    clock,
    logs,
    advance: (milliseconds) => scheduler.advance(milliseconds),
    async close() {
      scheduler.close();
      deliveries.close();
      socketApi?.close();
      const ending = mappings.close();
      registry.close();
      await ending;
      await gatewayListener.close();
      for (const store of [queues, objects, users, outbox, state, engine]) store.close();
    },
  };
}
