import { openApiDocument } from '#core/contract/openapi.ts';
import { endpoint } from '#functions/api/endpoint.ts';

// The contract does not change while a function lives.
let document: Record<string, unknown> | undefined;

export const handler = endpoint('GET /api/openapi.json', async () => {
  document ??= openApiDocument();
  return document;
});
