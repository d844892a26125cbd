import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
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
    PUBLIC_ORIGIN: publicOrigin,
    LOG_LEVEL: 'error',
  });
}

/** The user pool of one file of tests. */
export const stagePool = () => standInFor(CognitoIdentityProviderClient);

/** An error as the SDK throws it. */
export function sdkError(name: string, message: string, more: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(message), { name, ...more });
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
