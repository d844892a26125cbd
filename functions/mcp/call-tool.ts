import { adTextNotice, readArguments, type Tool, type ToolRequest } from '#core/contract/mcp-tools.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { forwardClient } from '#functions/platform/caller.ts';
import { log } from '#functions/platform/log.ts';
import { env } from '#functions/platform/settings.ts';

/** Shorter than the function's own time, so that a slow route is told and not cut off. */
const timeoutMs = 25_000;

/** Whom a tool acts for: the token as it was sent, and the person it belongs to. */
export type ToolCaller = {
  authorization: string | undefined;
  userId: string | null;
  requestId: string;
  /** The address of the assistant, by which the routes count its requests too. */
  clientAddress: string;
};

class Refused extends Error {}

type Refusal = { error?: string; message?: string; code?: string; details?: { retryAfterSeconds?: number } };

/** An answer that is no success, as a sentence for the assistant. */
function sentenceOf(status: number, refusal: Refusal, { scopes = [] }: RouteRow): string {
  const taken = scopes.map((scope) => `“${scope}”`).join(' or ');
  if (status === 401)
    return `This needs a valid access token with the scope ${taken}, sent as “Authorization: Bearer …”. The user creates one in their profile on ${env('PUBLIC_ORIGIN')}.`;
  const said = refusal.error ?? refusal.message ?? `The service answered ${status}.`;
  if (status === 403 && refusal.code === 'forbidden') return `${said} It takes a token with ${taken}.`;
  const wait = refusal.details?.retryAfterSeconds;
  return wait === undefined ? said : `${said} Wait ${wait} seconds.`;
}

function addressOf(path: string, { id, query = {} }: ToolRequest): string {
  const address = new URL(
    path.replace('{id}', () => encodeURIComponent(id ?? '')),
    env('PUBLIC_ORIGIN'),
  );
  address.search = new URLSearchParams(query).toString();
  return address.href;
}

/** @throws Refused */
async function callRoute(key: Tool['route'], request: ToolRequest, caller: ToolCaller): Promise<unknown> {
  const [method, path = ''] = key.split(' ');
  const { authorization, requestId, clientAddress } = caller;
  let answer: Response;
  let body: unknown;
  try {
    answer = await fetch(addressOf(path, request), {
      method,
      headers: {
        'x-request-id': requestId,
        ...(await forwardClient(clientAddress)),
        ...(authorization && { authorization }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    body = await answer.json();
  } catch (error) {
    log.failure('a route did not answer a tool', error);
    throw new Refused('Bilfund does not answer. Try again in a minute.');
  }
  if (!answer.ok) throw new Refused(sentenceOf(answer.status, (body ?? {}) as Refusal, contract[key]));
  return body;
}

async function answerOf(tool: Tool, given: Record<string, unknown>, caller: ToolCaller): Promise<unknown> {
  const read = readArguments(tool, given);
  if ('wrong' in read) throw new Refused(`Missing, unknown or invalid argument: ${read.wrong}.`);
  // An assistant's address is often that of the company that runs it, so that it stands for no single visitor.
  if (!tool.hints.readOnlyHint && caller.userId === null)
    throw new Refused(sentenceOf(401, {}, contract[tool.route]));
  const requests = tool.requests(read.args, caller.userId);
  const answers = await Promise.all(requests.map((request) => callRoute(tool.route, request, caller)));
  return tool.output.parse(tool.join ? tool.join(answers) : answers[0]);
}

/** What a tool answers, or why it does not, as a result of the protocol. */
export async function callTool(tool: Tool, args: Record<string, unknown>, caller: ToolCaller) {
  try {
    const answer = await answerOf(tool, args, caller);
    const structuredContent = { ...(tool.hasAdTexts && { notice: adTextNotice }), answer };
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
      structuredContent,
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}
