import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sdkParts } from '#lib/build/bundle-functions.ts';
import { repositoryRoot } from '#lib/build/output.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilfund-sdk-'));
/** The files of which something is left in the bundle. */
let inputs: string[];
let server: Server;
let asked: { authorization: string; body: string }[];

beforeAll(async () => {
  const outfile = join(folder, 'client.mjs');
  const { metafile } = await build({
    stdin: {
      contents: `export { DynamoDBClient } from '@aws-sdk/client-dynamodb';
        export { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';`,
      resolveDir: repositoryRoot,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    plugins: [sdkParts],
    metafile: true,
    banner: {
      js: "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
  });
  inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      asked.push({ authorization: String(request.headers.authorization), body });
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ Item: { pk: { S: 'a' }, price: { N: '12' } } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

describe('the SDK in the bundles', () => {
  it.each([
    'credential-provider-node',
    'loadSharedConfigFiles',
    'stream-type-check',
    'isStreamingPayload',
    'mnemonist',
  ])('the bundles contain no %s', (part) => {
    expect(inputs.filter((path) => path.includes(part) && path.includes('node_modules'))).toEqual([]);
  });

  it('the SDK is configured by the environment, not by a person’s AWS files', async () => {
    asked = [];
    vi.stubEnv('AWS_REGION', 'eu-north-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'ofTheEnvironment');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b');
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const sdk = await import(pathToFileURL(join(folder, 'client.mjs')).href);
    const client = sdk.DynamoDBDocumentClient.from(new sdk.DynamoDBClient({}));
    const { Item } = await client.send(new sdk.GetCommand({ TableName: 't', Key: { pk: 'a' } }));
    expect(Item).toEqual({ pk: 'a', price: 12 });
    expect(asked).toHaveLength(1);
    expect(asked[0]!.authorization).toMatch(/Credential=ofTheEnvironment\/\d+\/eu-north-1\/dynamodb/);
    expect(JSON.parse(asked[0]!.body)).toEqual({ TableName: 't', Key: { pk: { S: 'a' } } });
  });
});
