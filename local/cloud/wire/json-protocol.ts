import { randomUUID } from 'node:crypto';
import { ServiceError, type WireRequest, type WireResponse } from './service.ts';

/**
 * Operations by name. Inputs are the shapes of the SDK's request types: the SDK is the only client, and its types are
 * what the wire carries for this protocol.
 */
export type JsonOperations = Record<string, (input: never, request: WireRequest) => unknown>;

/** The operation named by `X-Amz-Target: Prefix_20120810.PutItem`, or undefined. */
export function targetOperation(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['x-amz-target']?.split('.').at(-1);
}

function answer(status: number, payload: unknown, headers: Record<string, string> = {}): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(payload ?? {}),
  };
}

/** An error as the JSON protocols carry it. */
export function jsonError(error: ServiceError): WireResponse {
  const payload = { __type: error.code, message: error.message, Message: error.message, ...error.details };
  return answer(error.status, payload, { 'x-amzn-errortype': error.code });
}

/** Runs one request of AWS JSON 1.0/1.1 against a table of operations. Unknown operations fail as they do in the cloud. */
export async function runJsonOperation(
  operations: JsonOperations,
  request: WireRequest,
): Promise<WireResponse> {
  const name = targetOperation(request.headers) ?? '';
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  try {
    if (!operation)
      throw new ServiceError('UnknownOperationException', `Operation ${name} is not served here.`);
    const input = JSON.parse(request.body.toString('utf8') || '{}') as never;
    return answer(200, await operation(input, request));
  } catch (error) {
    if (error instanceof ServiceError) return jsonError(error);
    if (error instanceof SyntaxError)
      return jsonError(new ServiceError('SerializationException', error.message));
    throw error;
  }
}
