import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { openApiDocument } from '#core/contract/openapi.ts';
import { errorBody } from '#core/contract/routes/imports.ts';
import type { ContractRoute } from '#tests/support/route-samples.ts';

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
export function faultOf(
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
