import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createViewerFunction } from '../../../runner/site/behaviors.ts';
import { deployedFiles } from '../../../runner/site/deployed-files.ts';
import { forwardedRequest } from '../../../runner/site/site.ts';
import type { Template } from '../../../runner/template/template.ts';

const request = {
  method: 'GET',
  uri: '/things/1',
  rawQuery: 'a=1&b=%C3%A6',
  headers: { host: 'x', cookie: 'k=v' },
  ip: '127.0.0.1',
};

describe('a viewer function', () => {
  test('may change path and headers, and leaves the query as it came', () => {
    const run = createViewerFunction(`
      function handler(event) {
        var request = event.request;
        request.uri = '/index.html';
        request.headers['x-ip'] = { value: event.viewer.ip + request.cookies.k.value };
        return request;
      }`);
    expect(run(request)).toEqual({
      ...request,
      uri: '/index.html',
      headers: { ...request.headers, 'x-ip': '127.0.0.1v' },
    });
  });

  test('may answer itself', () => {
    const run = createViewerFunction(
      "function handler() { return { statusCode: 301, headers: { location: { value: '/b' } } }; }",
    );
    expect(run(request)).toEqual({ statusCode: 301, headers: { location: '/b' }, body: '' });
  });

  test('reaches nothing of ours', () => {
    const run = createViewerFunction(
      'function handler(e) { e.request.uri = typeof process + typeof require; return e.request; }',
    );
    expect(run(request)).toMatchObject({ uri: 'undefinedundefined' });
  });
});

const wireRequest = {
  method: 'GET',
  uri: '/thing/1',
  rawQuery: 'fbclid=abc&lang=da&view=all',
  headers: {
    authorization: 'Bearer secret',
    cookie: 'refresh=secret',
    accept: 'text/html',
    'x-client': '192.0.2.7',
  },
  ip: '192.0.2.7',
};

describe('a request to an origin whose answers are kept for everybody', () => {
  it('carries the queries of the cache’s key and nothing that tells one visitor from another', () => {
    expect(forwardedRequest(wireRequest, { queries: ['lang', 'page'], headers: [] })).toEqual({
      ...wireRequest,
      rawQuery: 'lang=da',
      headers: { 'user-agent': 'Amazon CloudFront' },
    });
    expect(forwardedRequest(wireRequest, { queries: [], headers: [] }).rawQuery).toBe('');
  });

  it('carries the headers that a policy for the origin names', () => {
    expect(forwardedRequest(wireRequest, { queries: [], headers: ['x-client', 'x-other'] }).headers).toEqual({
      'user-agent': 'Amazon CloudFront',
      'x-client': '192.0.2.7',
    });
  });

  it('is left as it is where nothing is kept', () => {
    expect(forwardedRequest(wireRequest, undefined)).toBe(wireRequest);
  });
});

describe('deployed files', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-cloud-deployed-'));
    await writeFile(
      join(folder, 'robots.txt'),
      'Sitemap: https://mark.invalid/a and https://mark.invalid/$&',
    );
    await writeFile(join(folder, 'picture.png'), Buffer.from([0x89, 0xff, 0x00, 0xfe]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const deployment = {
    SourceObjectKeys: ['asset.zip'],
    SourceMarkers: [{ 'https://mark.invalid': 'https://d1.cloudfront.net' }],
    DestinationBucketName: 'app',
  };
  const template = () =>
    ({
      all: () => [{ logicalId: 'Files', properties: deployment }],
      assetFolder: () => folder,
    }) as unknown as Template;
  const localize = (text: string) => text.replace('https://d1.cloudfront.net', 'http://127.0.0.1:5173');

  it('a deployed file names this machine where the deployment puts the address of the site', async () => {
    const read = deployedFiles(template(), localize);
    const found = await read('app', 'robots.txt');
    expect(found?.body.toString()).toBe('Sitemap: http://127.0.0.1:5173/a and http://127.0.0.1:5173/$&');
    expect(found?.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('a deployed file without the mark stays the same to the byte', async () => {
    const read = deployedFiles(template(), localize);
    expect([...(await read('app', 'picture.png'))!.body]).toEqual([0x89, 0xff, 0x00, 0xfe]);
    expect(await read('other', 'robots.txt')).toBeUndefined();
    expect(await read('app', '../robots.txt')).toBeUndefined();
  });
});
