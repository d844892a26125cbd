import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { openApiDocument } from '#core/contract/openapi.ts';
import { errorBody } from '#core/contract/routes/imports.ts';
import { sendRequest } from '#tests/support/call-route.ts';
import { type ContractRoute, contractRoutes } from '#tests/support/route-samples.ts';
import { startFuzzing } from './fuzzing.ts';
import { type FuzzRequest, requestsOf } from './requests.ts';
import { fuzzSettings } from './settings.ts';
import { readers } from './world.ts';

type Operation = { responses: Record<string, unknown> };
const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultOfRefusal(status: number, body: unknown): string | null {
  if (status >= 500) return `answered ${status}`;
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return `refused with ${status} and no error of ours`;
  return parsed.data.error.length > 3 ? null : 'refused without a sentence';
}

/** What is wrong with an answer, by the row and by the OpenAPI document; null when nothing is. */
function faultOf(
  { row, path, method }: ContractRoute,
  { statusCode: status = 0, headers = {}, body }: APIGatewayProxyStructuredResultV2,
): string | null {
  const declared = paths[path]?.[method.toLowerCase()]?.responses ?? {};
  if (status < 500 && !Object.hasOwn(declared, String(status)))
    return `answered ${status}, which is not declared`;
  // A notification of a program is accepted without a word.
  if (status === 202 && body === undefined) return null;
  const type = String(headers['content-type']);
  // Who opens a page is told in a page.
  if (status < 500 && row.content === 'text/html' && type.startsWith('text/html')) return null;
  if (status < 400 && row.content) return type.startsWith(row.content) ? null : `answered ${type}`;
  const json = type.startsWith('application/json') ? readJson(String(body)) : undefined;
  if (json === undefined) return `answered ${status} with ${type} that is no JSON`;
  if (status >= 400) return faultOfRefusal(status, json);
  const parsed = row.response.safeParse(json);
  return parsed.success
    ? null
    : `answered what the row does not say: ${parsed.error.issues[0]?.path.join('.')}`;
}

const { seed, events } = fuzzSettings;
const sampleSize = 50;
const { world, isOver, timeoutMs, judge } = startFuzzing();

/** What only a page of ours, or Stripe, could send. */
function vouch({ row }: ContractRoute, request: FuzzRequest): FuzzRequest {
  const headers = { ...request.headers };
  if (row.subject === 'accounts') headers.origin = 'https://bilfund.example';
  if (row.auth === 'stripe' && request.body !== undefined)
    headers['stripe-signature'] = world().signEvent(
      Buffer.from(request.body, request.isBase64Encoded ? 'base64' : 'utf8').toString('utf8'),
    );
  return { ...request, headers };
}

async function faultOfRequest(route: ContractRoute, as: string | undefined, request: FuzzRequest) {
  try {
    return faultOf(
      route,
      await sendRequest(world().handlers.get(route.key), { ...request, ...(as && { as }) }),
    );
  } catch (error) {
    return `threw ${error}`;
  }
}

describe('no request breaks', () => {
  it.each(contractRoutes.map((route) => [route.key, route] as const))(
    '%s',
    async (_, route) => {
      const judging = judge();
      const requests = requestsOf(route, world().ids, world().rawBodiesOf(route));
      for (let sent = 0; sent < events && !isOver(); sent += sampleSize)
        for (const [i, request] of fc
          .sample(requests, { seed: seed + sent, numRuns: Math.min(sampleSize, events - sent) })
          .entries()) {
          const as = readers[(sent + i) % readers.length];
          // Rates are kept elsewhere: here everybody has waited long enough.
          world().advance(60_000);
          const fault = await faultOfRequest(route, as, vouch(route, request));
          judging.note(fault, () => `${as}: ${JSON.stringify(request)}`);
        }
      judging.expectNone();
    },
    timeoutMs,
  );
});
