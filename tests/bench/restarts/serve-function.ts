/**
 * A function's environment: loads the bundle that it is given and answers events over HTTP, as many at once as come. Its port
 * is the first line of its output.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;
const { handler } = (await import(pathToFileURL(process.argv[2]!).href)) as { handler: Handler };

const server = createServer((request, response) => {
  text(request)
    .then((event) => handler(JSON.parse(event), {}))
    .then((result) => response.end(JSON.stringify(result)))
    .catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
