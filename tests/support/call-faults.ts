import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { vi } from 'vitest';

/**
 * `before`: the call is not carried out. `after`: it is, and its answer is lost. `killed`: like `after`, and no call of
 * the same invocation goes through any more, as when the machine is taken away.
 */
export type FaultPlan = { nth: number; when: 'before' | 'after' | 'killed' };

export type CallFaults = {
  /** Counts calls from here, and makes one of them fail. */
  begin(plan?: FaultPlan): void;
  /** Stops counting; returns the commands that were sent, in their order. */
  end(): string[];
  /** A new invocation begins: a killed one is over. */
  revive(): void;
  /** Counts a call that no SDK client makes, and lets it fail like one. */
  around<T>(name: string, carryOut: () => Promise<T>): Promise<T>;
  /** What a test looks up for itself is not counted. */
  aside<T>(look: () => Promise<T>): Promise<T>;
  uninstall(): void;
};

type Send = (this: object, command: object, ...rest: unknown[]) => Promise<unknown>;
const clients = [
  DynamoDBDocumentClient,
  SQSClient,
  S3Client,
  EventBridgeClient,
  ApiGatewayManagementApiClient,
  CognitoIdentityProviderClient,
] as unknown as { prototype: { send: Send } }[];

type CallModule = typeof import('#functions/platform/aws-call.ts');

/** The calls that no SDK client makes, for `vi.mock`: they are counted and fail like the others. */
export function withFaults(real: CallModule, faults: () => CallFaults): CallModule {
  return {
    ...real,
    callAws: (call) => {
      const operation = call.headers['x-amz-target']?.split('.')[1] ?? `${call.method} ${call.service}`;
      return faults().around(operation, () => real.callAws(call));
    },
  };
}

/** Stands between our code and every SDK client of this process. */
export function installCallFaults(): CallFaults {
  let calls: string[] = [];
  let isCounting = false;
  let isKilled = false;
  let plan: FaultPlan | undefined;

  async function around<T>(name: string, carryOut: () => Promise<T>): Promise<T> {
    if (!isCounting) return carryOut();
    if (isKilled) throw new Error(`staged: killed before ${name}`);
    calls.push(name);
    if (plan?.nth !== calls.length) return carryOut();
    if (plan.when === 'before') throw new Error(`staged: ${name} was not carried out`);
    isKilled = plan.when === 'killed';
    await carryOut();
    throw new Error(`staged: the answer of ${name} was lost`);
  }

  const restore = clients.map(({ prototype }) => {
    const { send } = prototype;
    prototype.send = function (command, ...rest) {
      return around(command.constructor.name, () => send.call(this, command, ...rest));
    };
    return () => {
      prototype.send = send;
    };
  });
  return {
    begin(next) {
      calls = [];
      plan = next;
      isCounting = true;
      isKilled = false;
    },
    end() {
      isCounting = false;
      return calls;
    },
    around,
    revive() {
      isKilled = false;
    },
    async aside(look) {
      const wasCounting = isCounting;
      isCounting = false;
      try {
        return await look();
      } finally {
        isCounting = wasCounting;
      }
    },
    uninstall() {
      // What a test put over a method is taken off before what lies under it: undone later, it would bring this back.
      vi.restoreAllMocks();
      for (const undo of restore) undo();
    },
  };
}
