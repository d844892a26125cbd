import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { steadyAnswer } from '#functions/platform/answers.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';

const publicOrigin = 'https://bilfund.example';

export function setEnvironment(): void {
  steadyAnswer.ms = 0;
  Object.assign(process.env, {
    AWS_REGION: 'eu-north-1',
    USER_POOL_ID: 'eu-north-1_pool',
    USER_POOL_CLIENT_ID: 'client',
    TABLE_NAME: 'table',
    PUBLIC_ORIGIN: publicOrigin,
    LOG_LEVEL: 'error',
  });
}

/** The pool and the table of one file of tests. */
export const stageClients = () => ({
  pool: standInFor(CognitoIdentityProviderClient),
  table: standInFor(DynamoDBDocumentClient),
});

/** An error as the SDK throws it. */
export function sdkError(name: string, message: string, more: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(message), { name, ...more });
}

/** Judges the two conditions of the rate limiter as the table would; returns every item that was written. */
export function stageBuckets(
  table: ReturnType<typeof stageClients>['table'],
): Map<string, { fullAtMs: number }> {
  const buckets = new Map<string, { fullAtMs: number }>();
  for (const command of [GetCommand, PutCommand, QueryCommand, DeleteCommand])
    table.on(command as typeof GetCommand).resolves({});
  table.on(UpdateCommand).callsFake((input: UpdateCommandInput) => {
    if (input.ConditionExpression === undefined) return {};
    const key = String(input.Key?.pk);
    const value = (name: string) => Number(input.ExpressionAttributeValues?.[name]);
    const bucket = buckets.get(key);
    const isFirst = String(input.ConditionExpression).startsWith('attribute_not_exists');
    const holds = isFirst
      ? !bucket || bucket.fullAtMs <= value(':now')
      : bucket !== undefined && bucket.fullAtMs <= value(':latest');
    if (!holds)
      throw sdkError('ConditionalCheckFailedException', 'The conditional request failed', {
        Item: bucket && { fullAtMs: { N: String(bucket.fullAtMs) } },
      });
    buckets.set(key, { fullAtMs: isFirst ? value(':next') : bucket!.fullAtMs + value(':permit') });
    return {};
  });
  return buckets;
}

type Call = { body?: unknown; headers?: Record<string, string>; cookies?: string[]; address?: string };
export type Answer = {
  status: number;
  body: Record<string, unknown>;
  cookies: string[];
  headers: Record<string, unknown>;
};
type Handler = (event: never, context: never) => Promise<APIGatewayProxyStructuredResultV2>;

/** Calls a route's handler as API Gateway does, from our own page unless `headers` say otherwise. */
export async function call(handler: unknown, options: Call = {}): Promise<Answer> {
  const event = {
    version: '2.0',
    headers: {
      origin: publicOrigin,
      'content-type': 'application/json',
      'x-client-address': options.address ?? '198.51.100.10:46532',
      ...options.headers,
    },
    cookies: options.cookies,
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    isBase64Encoded: false,
    requestContext: { requestId: 'request-1', http: { sourceIp: '203.0.113.1' } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
  const result = await (handler as Handler)(event as never, {} as never);
  return {
    status: result.statusCode ?? 0,
    body: JSON.parse(String(result.body)),
    cookies: result.cookies ?? [],
    headers: result.headers ?? {},
  };
}

/** A token with these claims; nobody checks its signature on this side of the pool. */
export function unsignedToken(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part(claims)}.signature`;
}
