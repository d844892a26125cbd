import { administrator, type WireService } from '../wire/http.ts';
import { region } from '../wire/names.ts';

export type EngineFailure = { failure: string };

/** Asks the table's engine as a client would; `service` is the API's name and version ("DynamoDB_20120810"). */
export async function callEngine<T>(
  engine: WireService,
  service: 'DynamoDB_20120810' | 'DynamoDBStreams_20120810',
  operation: string,
  input: object,
): Promise<T | EngineFailure> {
  const answer = await engine.handle({
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: {
      'x-amz-target': `${service}.${operation}`,
      'content-type': 'application/x-amz-json-1.0',
      authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      'x-amz-date': '20260101T000000Z',
    },
    body: Buffer.from(JSON.stringify(input)),
    caller: administrator,
    signal: new AbortController().signal,
  });
  const payload = JSON.parse(String(answer.body)) as T & { __type?: string; message?: string };
  return answer.status === 200 ? payload : { failure: `${payload.__type}: ${payload.message ?? ''}` };
}

/** @throws Error that names `what` was tried. */
export function mustSucceed<T extends object>(result: T | EngineFailure, what: string): T {
  if ('failure' in result) throw new Error(`${what}: ${result.failure}`);
  return result;
}
