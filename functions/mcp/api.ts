import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { adTextNotice, describeTool, type Tool, tools } from '#core/contract/mcp-tools.ts';
import { Failure } from '#core/failure.ts';
import { once } from '#core/shared.ts';
import { ratingSettings } from '#core/valuation/thresholds.ts';
import { endpoint } from '#functions/endpoint.ts';
import { Reply } from '#functions/platform/answers.ts';
import { env } from '#functions/platform/settings.ts';
import { callTool, type ToolCaller } from './call-tool.ts';

const toolsByName = new Map<string, Tool>(Object.entries(tools));

/** Made for the first who asks: the schemas do not change within a process. */
const describeTools = once(() => [...toolsByName].map(([name, tool]) => describeTool(name, tool)));

const percent = (share: number) => `${Math.round(100 * share)} %`;

const howWeRate = () => ({
  uri: `${env('PUBLIC_ORIGIN')}/how-we-rate`,
  name: 'How we rate',
  mimeType: 'text/plain',
  text: [
    'The market value of a car is what such cars are asked for; it is learnt from the asking prices that were seen. Sale prices are not known, and the condition of a car is not judged.',
    `Amazing: the price is under ${percent(ratingSettings.amazingBelowShare)} of the market value and below its range, and at least ${ratingSettings.leastComparables} similar cars bear it out.`,
    `Poor: the price is over ${percent(ratingSettings.poorAboveShare)} of the market value and above the top of its range.`,
    'Fair: everything between.',
    'No estimate: the ad says too little, is no ordinary sale, or cars like it are priced too differently; `deal_reason` says which.',
    `How often this is wrong, and all rules: ${env('PUBLIC_ORIGIN')}/how-we-rate`,
  ].join('\n'),
});

function serverFor(caller: ToolCaller): Server {
  const server = new Server(
    { name: 'bilfund', title: 'Bilfund', version: '1.0.0', websiteUrl: env('PUBLIC_ORIGIN') },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: `Used cars for sale in Denmark, valued and rated. Prices are asking prices in DKK. ${adTextNotice}`,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: describeTools() }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = toolsByName.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool.');
    return callTool(tool, params.arguments ?? {}, caller);
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => {
    const { text: _, ...resource } = howWeRate();
    return { resources: [resource] };
  });
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
    const { uri, mimeType, text } = howWeRate();
    if (params.uri !== uri) throw new McpError(-32002, 'There is no such resource.');
    return { contents: [{ uri, mimeType, text }] };
  });
  return server;
}

export const mcpRoute = endpoint(
  'POST /mcp',
  async ({ body }, caller, { headers, requestId, clientAddress }) => {
    // The protocol asks for this check. No page calls the server: a browser's extensions and programs send no such header.
    if (headers.origin && headers.origin !== env('PUBLIC_ORIGIN'))
      throw new Failure(403, 'forbidden', 'Forbidden');
    const server = serverFor({
      ...{ authorization: headers.authorization, userId: caller?.id ?? null },
      ...{ requestId, clientAddress },
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const version = headers['mcp-protocol-version'];
    const answer = await transport.handleRequest(
      new Request(`${env('PUBLIC_ORIGIN')}/mcp`, {
        method: 'POST',
        // The answer is JSON in any case.
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...(version && { 'mcp-protocol-version': version }),
        },
      }),
      { parsedBody: body },
    );
    const text = await answer.text();
    await server.close();
    return new Reply(text === '' ? undefined : JSON.parse(text), { status: answer.status });
  },
);
