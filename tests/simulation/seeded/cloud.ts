import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { toldEvents } from '#core/contract/messages.ts';
import { createTokenSigner } from '#tests/support/token-signer.ts';
import { type Chance, type Meter, noMeter, type PlainAnswer, type PlainRequest } from './machine.ts';
import { createMemoryObjects, createMemoryQueues } from './memory-services.ts';
import { createMemoryTable } from './memory-table.ts';
import type { World } from './world.ts';

export type QueueName = 'scrape' | 'identify' | 'rate' | 'notify' | 'dead';

/** Shares of calls that go wrong. */
export type Faults = { throttled: number; lost: number; killed: number };
/** One call of what runs now goes wrong: it is not carried out, its answer is lost, or its function is killed with it. */
export type OneFault = { nth: number; when: 'before' | 'after' | 'killed' };
type Invocation = { isKilled: boolean };

type Command = { constructor: { name: string }; input: Record<string, unknown> };
type Client = { prototype: { send: (command: Command) => Promise<unknown> } };

const scope = 'aws.cognito.signin.user.admin';
const issuer = 'https://pool.invalid/pool';
export const clientId = 'simulated-client';
export const secrets: Record<string, string> = { webhook: 'whsec_simulated', push: 'a'.repeat(40) };
const failed = (name: string, message: string) => Object.assign(new Error(message), { name });

const signer = createTokenSigner();
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Everything outside our functions, in memory, behind the SDK's clients; its calls fail by chance. */
export function createCloud(chance: Chance, now: () => number, meter: Meter = noMeter) {
  const table = createMemoryTable();
  table.onChange(meter.changed);
  // That of the hourly runs is delivered to nobody: the scraper takes from it.
  const allQueues = ['scrape', 'hourly', 'identify', 'rate', 'notify', 'dead'] as const;
  const { queues, send, carryOut: onQueues } = createMemoryQueues(allQueues, now);
  const objects = createMemoryObjects();
  let keepsObjects = false;
  /** Ids of accounts that exist. */
  const users = new Set<string>();
  /** What was pushed to open sockets, and the sockets that are open. */
  const sockets = new Map<string, unknown[]>();
  const invocations = new AsyncLocalStorage<Invocation>();
  let faults: Faults = { throttled: 0, lost: 0, killed: 0 };
  let longest: number | null = null;
  /** Of all invocations: what one reads, another that runs beside it in this process may be waiting for. */
  let failedCalls = 0;
  let counted: string[] | null = null;
  let one: OneFault | null = null;

  /** Some turns of the event loop, now and then many: what runs side by side meets in all orders. */
  async function wander(): Promise<void> {
    const most = longest ?? (chance.is(0.1) ? 120 : 4);
    for (let turns = chance.whole(most); turns > 0; turns--) await null;
  }

  async function around<T>(name: string, carryOut: () => T): Promise<T> {
    const invocation = invocations.getStore();
    if (invocation?.isKilled) throw failed('Killed', `killed before ${name}`);
    const isChosen = invocation && counted ? counted.push(name) === one?.nth : false;
    if (isChosen && one) {
      failedCalls++;
      if (one.when !== 'before') carryOut();
      invocation!.isKilled = one.when === 'killed';
      throw failed('StagedException', `${one.when} ${name}`);
    }
    await wander();
    const die = chance.next();
    const fail = (when: string): never => {
      failedCalls++;
      throw failed(`${when === 'throttled' ? 'ProvisionedThroughputExceeded' : 'Staged'}Exception`, when);
    };
    if (die < faults.throttled) fail('throttled');
    const result = carryOut();
    if (die < faults.throttled + faults.lost) fail('lost');
    if (die < faults.throttled + faults.lost + faults.killed) {
      if (invocation) invocation.isKilled = true;
      fail('killed');
    }
    await wander();
    return result;
  }

  const onBus = ({ input }: Command): object => {
    for (const one of input.Entries as { Source: string; DetailType: string; Detail: string }[])
      if ((toldEvents as readonly string[]).includes(one.DetailType))
        send(
          'notify',
          JSON.stringify({
            source: one.Source,
            'detail-type': one.DetailType,
            detail: JSON.parse(one.Detail),
          }),
        );
    return {};
  };
  const onSockets = ({ input }: Command): object => {
    const socket = sockets.get(String(input.ConnectionId));
    if (!socket) throw failed('GoneException', 'gone');
    socket.push(JSON.parse(Buffer.from(input.Data as Uint8Array).toString('utf8')));
    return {};
  };
  const emailOf = (id: string) => `${id}@example.com`;
  const idOf = (email: unknown) => String(email).replace('@example.com', '');
  const onUsers = ({ constructor: { name }, input }: Command): object => {
    const parameters = input.AuthParameters as { USERNAME?: string } | undefined;
    const id = idOf(input.Username ?? parameters?.USERNAME);
    if (name === 'SignUpCommand') {
      users.add(id);
      return {};
    }
    if (input.Username !== undefined && !users.has(id))
      throw failed('UserNotFoundException', 'User does not exist.');
    if (name === 'AdminDeleteUserCommand') users.delete(id);
    const IdToken = `.${encode({ sub: id, email: emailOf(id) })}.`;
    return { AuthenticationResult: { AccessToken: 'access', IdToken, ExpiresIn: 900 } };
  };

  type Service = Parameters<Meter['called']>[0];
  function install(client: unknown, service: Service, handle: (command: Command) => object): void {
    (client as Client).prototype.send = (command) =>
      around(command.constructor.name, () => {
        meter.calling(command.constructor.name);
        const answer = handle(command);
        meter.called(service, command.constructor.name, command.input, answer as Record<string, unknown>);
        return answer;
      });
  }
  install(DynamoDBDocumentClient, 'table', ({ constructor: { name }, input }) => table.carryOut(name, input));
  install(SQSClient, 'queues', ({ constructor: { name }, input }) => onQueues(name, input));
  install(EventBridgeClient, 'bus', onBus);
  install(ApiGatewayManagementApiClient, 'sockets', onSockets);
  install(CognitoIdentityProviderClient, 'users', onUsers);
  install(S3Client, 'objects', ({ constructor: { name }, input }) =>
    keepsObjects ? objects.carryOut(name, input) : { Contents: [] },
  );

  return {
    table,
    queues,
    users,
    sockets,
    send,
    emailOf,
    around,
    /** Objects are kept from here, and read again. */
    keepObjects(): void {
      keepsObjects = true;
    },
    readObject: objects.read,
    /** Counts the calls of functions from here, and lets one of them fail. */
    begin(fault: OneFault | null): void {
      counted = [];
      one = fault;
    },
    /** The calls since `begin`, by name. */
    end(): string[] {
      const names = counted ?? [];
      counted = null;
      one = null;
      return names;
    },
    setFaults: (next: Faults): void => {
      faults = next;
    },
    /** Every call of what runs meanwhile takes up to so many turns: what reads first may write last. */
    async during<T>(turns: number, work: () => Promise<T>): Promise<T> {
      longest = turns;
      try {
        return await work();
      } finally {
        longest = null;
      }
    },
    /** One run of a function: killed, it makes no further call. Tells how many calls failed meanwhile. */
    async invoke<T>(work: () => Promise<T>, name = ''): Promise<{ result: T | null; faults: number }> {
      const invocation: Invocation = { isKilled: false };
      const failedBefore = failedCalls;
      const result = await invocations.run(invocation, async () => {
        try {
          return await meter.within(name, work);
        } catch (error) {
          if (failedCalls === failedBefore) throw error;
          return null;
        }
      });
      const faults = failedCalls - failedBefore;
      return { result: invocation.isKilled ? null : result, faults };
    },
    claimsOf(userId: string) {
      const iat = Math.floor(now() / 1000);
      const identity = { sub: userId, iss: issuer, client_id: clientId, token_use: 'access', scope };
      return { ...identity, iat, exp: iat + 3600, origin_jti: userId, auth_time: iat };
    },
    tokenOf: signer.sign,
    issuer,
  };
}

/** What the services answer to calls that no SDK client makes. */
export function answerPlainly(
  users: () => ReadonlySet<string>,
  { url, headers, body }: PlainRequest,
): PlainAnswer {
  const ok = (answer: object): PlainAnswer => ({ status: 200, body: JSON.stringify(answer) });
  if (url.pathname.endsWith('jwks.json')) return ok(signer.keySet);
  const target = headers['x-amz-target'] ?? '';
  if (target.endsWith('GetSecretValue'))
    return ok({ SecretString: secrets[(JSON.parse(body) as { SecretId: string }).SecretId] ?? 'simulated' });
  if (target.endsWith('AdminGetUser')) {
    const id = (JSON.parse(body) as { Username: string }).Username.replace('@example.com', '');
    if (!users().has(id)) return { status: 400, body: '{"__type":"UserNotFoundException"}' };
    const UserAttributes = [
      { Name: 'sub', Value: id },
      { Name: 'email', Value: `${id}@example.com` },
      { Name: 'email_verified', Value: 'true' },
    ];
    return ok({ Username: id, UserAttributes });
  }
  if (url.pathname.endsWith('/index.html'))
    return {
      status: 200,
      body: '<html lang="en"><head><!--page--><!--/page--></head><body><div id="root"></div></body></html>',
    };
  // An engine that holds nothing and takes everything.
  if (url.pathname.endsWith('/_bulk')) return ok({ items: [] });
  if (/^\/(cars-|_aliases)/.test(url.pathname)) return ok({});
  if (url.pathname.startsWith('/v2/email')) return ok({ MessageId: 'simulated' });
  return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
}

const minuteMs = 60_000;
export const queueNames: readonly QueueName[] = ['scrape', 'identify', 'rate', 'notify', 'dead'];
const noFaults = { throttled: 0, lost: 0, killed: 0 };

/** Without faults, until nothing is left to do. */
export async function comeToRest(world: World): Promise<void> {
  world.cloud.setFaults(noFaults);
  const isBusy = () =>
    world.stream.length + world.stripe.events.length > 0 ||
    world.cloud.queues.hourly.length > 0 ||
    queueNames.some((name) => world.cloud.queues[name].length > 0);
  const hasOpenJobs = () =>
    world.cloud.table.all().some(({ kind, gsi2pk }) => kind === 'JOB' && gsi2pk !== undefined);
  for (let minute = 0; minute < 240 && (isBusy() || hasOpenJobs()); minute++) {
    for (let n = 0; n < 400 && isBusy(); n++) {
      let moved = await world.publishSome();
      for (const queue of queueNames) moved += await world.deliver(queue);
      moved += await world.hearStripe();
      if (moved === 0) break;
    }
    world.machine.advance(minuteMs);
    await world.strike('sweep');
  }
  // The last look at erased accounts comes two hours later.
  for (let round = 0; round < 3; round++) {
    world.machine.advance(70 * minuteMs);
    await world.strike('erase');
    await world.strike('deliver');
    while ((await world.publishSome()) + (await world.deliver('notify')) > 0);
  }
  // Late as it may be, what has run out goes in the end.
  world.cloud.table.expire(Math.floor(world.now() / 1000));
}
