import { type AwsAnswer, callAws, refusal } from '#functions/_runtime/aws-call.ts';
import { env } from '#functions/_runtime/env.ts';

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** It fills, makes or switches an index, and nobody waits for it. */
  isWork?: boolean;
};

/** A person waits for the answer, for as long as the function of the list may run. */
const questionMs = 4_000;
const workMs = 25_000;

/** One JSON text a line, as `_bulk` and `_msearch` take them. */
export const toLines = (parts: readonly unknown[]): string =>
  parts.map((part) => `${JSON.stringify(part)}\n`).join('');

/** The answer, whatever its status. A text is sent as lines. Tried again while the engine is busy: every call of ours may come twice. */
export function askEngine({ method, path, body, isWork = false }: Call): Promise<AwsAnswer> {
  const isLines = typeof body === 'string';
  return callAws({
    service: 'es',
    endpointName: 'OPENSEARCH',
    origin: env('CAR_INDEX_ENDPOINT'),
    method,
    path,
    headers: body === undefined ? {} : { 'content-type': `application/${isLines ? 'x-ndjson' : 'json'}` },
    body: body === undefined ? '' : isLines ? body : JSON.stringify(body),
    timeoutMs: isWork ? workMs : questionMs,
  });
}

/** @throws with what the engine says, unless it has done what it was asked */
export async function callEngine<T>(call: Call): Promise<T> {
  const answer = await askEngine(call);
  if (answer.status >= 300)
    throw new Error(`OpenSearch refused ${call.method} ${call.path}: ${refusal(answer)}`);
  return JSON.parse(answer.bytes.toString('utf8')) as T;
}
