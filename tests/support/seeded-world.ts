import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProject } from '#local/project-build.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

/**
 * Builds the project once, because two test files that run in parallel must not build it both. Names a folder in which the
 * first browser test that needs the demo's rated cars stores them for the others.
 */
export default async function nameSeededWorld(): Promise<() => Promise<void>> {
  await buildProject((sentence) => console.info(sentence));
  process.env.BILFUND_SEEDED_WORLD ??= await mkdtemp(join(tmpdir(), 'bilfund-seeded-'));
  const folder = process.env.BILFUND_SEEDED_WORLD;
  const endShared = await offerSharedProduct();
  return async () => {
    await endShared();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Serves the address of the product that tests share (`sharedProduct`), which starts with the first request for it. */
async function offerSharedProduct(): Promise<() => Promise<void>> {
  let product: Promise<Product> | undefined;
  const server = createServer((_request, response) => {
    product ??= startProduct();
    product.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env.BILFUND_SHARED_PRODUCT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await product?.then((started) => started.remove()).catch(() => undefined);
  };
}
