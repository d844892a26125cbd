import { appendFileSync } from 'node:fs';
import { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Loaded before everything else (`--import`): writes each call of Stripe's API that a server of this process answers to the
 * file that the environment names, a line each. The product knows nothing of it.
 */
export type RecordedCall = { method: string; path: string; body: string; status: number; answer: unknown };
export const callsVariable = 'JUDGE_STRIPE_CALLS';

const file = process.env[callsVariable];
const emit = Server.prototype.emit;

function record(request: IncomingMessage, response: ServerResponse, into: string): void {
  const asked: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk) asked.push(chunk);
    return push(chunk, encoding);
  };
  const answered: Buffer[] = [];
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) answered.push(Buffer.from(chunk));
  };
  response.write = (...args: unknown[]) => {
    keep(args[0]);
    return write(...args);
  };
  response.end = (...args: unknown[]) => {
    keep(args[0]);
    const [method, path, status] = [request.method ?? '', request.url ?? '', response.statusCode];
    const text = Buffer.concat(answered).toString('utf8');
    if (text.startsWith('{')) {
      const call: RecordedCall = {
        ...{ method, path, status, answer: JSON.parse(text) as unknown },
        body: Buffer.concat(asked).toString('utf8'),
      };
      appendFileSync(into, `${JSON.stringify(call)}\n`);
    }
    return end(...args);
  };
}

if (file)
  Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
    const [request, response] = args;
    if (
      event === 'request' &&
      request instanceof IncomingMessage &&
      response instanceof ServerResponse &&
      request.url?.startsWith('/v1/')
    )
      record(request, response, file);
    return (emit as (event: string, ...rest: unknown[]) => boolean).call(this, event, ...args);
  };
