import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inflatePage } from '#functions/imports/begin-import.ts';

const most = 16 * 1024 * 1024;
const page = '<html>Škoda</html>';

it.each<[what: string, bytes: Uint8Array, encoding?: string]>([
  ['plain', Buffer.from(page)],
  ['plain, and says so', Buffer.from(page), 'Identity'],
  ['packed', gzipSync(page)],
  ['packed, and says so', gzipSync(page), 'GZIP'],
  ['plain, and says otherwise', Buffer.from(page), 'gzip'],
])('a page that is %s is read', async (_, bytes, encoding) => {
  expect(await inflatePage(bytes, encoding)).toBe(page);
});

it.each<[status: number, code: string, what: string, bytes: Uint8Array, encoding?: string]>([
  [415, 'unsupported_media_type', 'packed otherwise', Buffer.from(page), 'br'],
  [400, 'page_not_recognised', 'empty', new Uint8Array()],
  [400, 'page_not_recognised', 'packed and broken', Buffer.from([0x1f, 0x8b, 1, 2])],
  [413, 'page_too_large', 'too large', new Uint8Array(most + 1)],
  [413, 'page_too_large', 'too large when it is unpacked', gzipSync(new Uint8Array(most + 1))],
])('is refused with %i %s when it is %s', async (status, code, _, bytes, encoding) => {
  await expect(inflatePage(bytes, encoding)).rejects.toMatchObject({ status, code });
});

it('a page as large as may be is read', async () => {
  expect((await inflatePage(new Uint8Array(most), undefined)).length).toBe(most);
  expect((await inflatePage(gzipSync(new Uint8Array(most)), undefined)).length).toBe(most);
});

it('bytes that only begin like a packed file are plain', async () => {
  expect(await inflatePage(Buffer.from([0x1f, 0x41]), undefined)).toBe('\u001fA');
  expect(await inflatePage(Buffer.from([0x41, 0x8b]), undefined)).toMatch(/^A/);
});
