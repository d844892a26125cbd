import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployedFiles } from '../../../runner/site/deployed-files.ts';
import type { Template } from '../../../runner/template/template.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-cloud-deployed-'));
  await writeFile(join(folder, 'robots.txt'), 'Sitemap: https://mark.invalid/a and https://mark.invalid/$&');
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
