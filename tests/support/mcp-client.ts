import { isDeepStrictEqual } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { callRoute, sendRequest } from './call-route.ts';
import { toWireQuery } from './query-cards.ts';
import { randomQuery, seeded } from './random-cards.ts';
import { contractRoutes } from './route-samples.ts';

export type Handlers = ReadonlyMap<string, unknown>;

/** Lets requests to our own address be answered by the handlers, as the deployed service would. Returns how to undo it. */
export function answerOwnRequests(handlers: Handlers): () => void {
  const usual = globalThis.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    if (url.origin !== process.env.PUBLIC_ORIGIN) return usual(input, init);
    const parts = url.pathname.split('/');
    const route = contractRoutes.find(({ method, path }) => {
      const own = path.split('/');
      const fits = own.every((part, i) => part === parts[i] || /^\{\w+\}$/.test(part));
      return method === init.method && own.length === parts.length && fits;
    })!;
    const params = Object.fromEntries(
      route.params.map((name) => [
        name,
        decodeURIComponent(parts[route.path.split('/').indexOf(`{${name}}`)]!),
      ]),
    );
    const answer = await callRoute(handlers.get(route.key), {
      params,
      method: route.method,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body && { body: JSON.parse(String(init.body)) }),
    });
    return Response.json(answer.body, { status: answer.status });
  };
  return () => {
    globalThis.fetch = usual;
  };
}

/** The official client over HTTP; `fetch`: what answers its requests if not the network. */
export async function connectAssistant(url: string, token: string | null, fetch?: typeof globalThis.fetch) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { ...(token && { authorization: `Bearer ${token}` }) } },
    ...(fetch && { fetch }),
  });
  // The SDK's own types differ under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  // From here on the client holds every answer against the schema that its tool names.
  const { tools } = await client.listTools();
  return {
    client,
    tools,
    async call(name: string, args: Record<string, unknown> = {}) {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
      const text = result.content[0]?.type === 'text' ? result.content[0].text : '';
      const { answer, notice } = (result.structuredContent ?? {}) as { answer?: unknown; notice?: string };
      return { isError: result.isError === true, text, answer, notice };
    },
  };
}
export type Assistant = Awaited<ReturnType<typeof connectAssistant>>;

/** The official client, answered by the handler itself. */
export const assistantOf = (handlers: Handlers, token: string | null): Promise<Assistant> =>
  connectAssistant(process.env.PUBLIC_ORIGIN!, token, async (_, init = {}) => {
    const result = await sendRequest(handlers.get('POST /mcp'), {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body && { body: String(init.body) }),
      isBase64Encoded: false,
    });
    return new Response(result.body ?? null, {
      status: result.statusCode ?? 0,
      headers: result.headers as Record<string, string>,
    });
  });

/** Random questions of each reader, as many as `each`, to which search_cars and the list answer differently. */
export async function differingLists(
  handlers: Handlers,
  tokens: Record<string, string | null>,
  each: number,
): Promise<string[]> {
  const differing: string[] = [];
  for (const [reader, token] of Object.entries(tokens)) {
    const assistant = await assistantOf(handlers, token);
    const random = seeded(each);
    for (let i = 0; i < each; i++) {
      const query = toWireQuery(randomQuery(random, []));
      const headers = { ...(token && { authorization: `Bearer ${token}` }) };
      const list = await callRoute(handlers.get('GET /api/cars'), { query, headers });
      const found = await assistant.call('search_cars', query);
      const isSame = isDeepStrictEqual(found.answer, list.status === 200 ? list.body : undefined);
      if (!isSame)
        differing.push(`${reader} ${JSON.stringify(query)}: ${list.status} ${found.text.slice(0, 200)}`);
    }
  }
  return differing;
}
