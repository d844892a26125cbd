import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { productKeys, products } from '#core/payments/plan.ts';

const missing = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>';

/** Of Stripe: a list of nothing, and of a checkout as much as a browser is sent on with. */
const ofStripe = { id: 'stub', object: 'list', data: [], has_more: false, url: 'https://checkout.example' };
/** Without its prices a checkout would end before it is made. */
const prices = { ...ofStripe, data: productKeys.map((id) => ({ id, lookup_key: products[id].lookupKey })) };

/** Answers every call of the SDK, and of Stripe's, at once with nothing found, so that what is measured is the function itself. */
export async function startStubCloud(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const target = request.headers['x-amz-target'];
      if (request.url?.startsWith('/v1/')) {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(request.url.startsWith('/v1/prices') ? prices : ofStripe));
        return;
      }
      if (!target) return void response.writeHead(404, { 'content-type': 'application/xml' }).end(missing);
      const isSecret = String(target).startsWith('secretsmanager');
      const body = isSecret ? { SecretString: 'sk_test_stub' } : { Items: [], Count: 0, Responses: {} };
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
