import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inflatePage } from '#functions/imports/begin-import.ts';

const most = 16 * 1024 * 1024;
const page = '<html>Škoda</html>';

it.each<[what: string, bytes: Uint8Array, encoding?: string]>([
  ['plain', Buffer.from(page)],
  ['plain, and says so', Buffer.from(page), 'Identity'],
  ['compressed', gzipSync(page)],
  ['compressed, and says so', gzipSync(page), 'GZIP'],
  ['plain, and says otherwise', Buffer.from(page), 'gzip'],
])('reads a page that is %s', async (_, bytes, encoding) => {
  expect(await inflatePage(bytes, encoding)).toBe(page);
});

it.each<[status: number, code: string, what: string, bytes: Uint8Array, encoding?: string]>([
  [415, 'unsupported_media_type', 'compressed in another format', Buffer.from(page), 'br'],
  [400, 'page_not_recognised', 'empty', new Uint8Array()],
  [400, 'page_not_recognised', 'compressed and broken', Buffer.from([0x1f, 0x8b, 1, 2])],
  [413, 'page_too_large', 'too large', new Uint8Array(most + 1)],
  [413, 'page_too_large', 'too large when it is decompressed', gzipSync(new Uint8Array(most + 1))],
])('answers %i %s to a page that is %s', async (status, code, _, bytes, encoding) => {
  await expect(inflatePage(bytes, encoding)).rejects.toMatchObject({ status, code });
});

it('reads a page of the largest size allowed', async () => {
  expect((await inflatePage(new Uint8Array(most), undefined)).length).toBe(most);
  expect((await inflatePage(gzipSync(new Uint8Array(most)), undefined)).length).toBe(most);
});

it('reads bytes that only begin like a compressed file as plain text', async () => {
  expect(await inflatePage(Buffer.from([0x1f, 0x41]), undefined)).toBe('\u001fA');
  expect(await inflatePage(Buffer.from([0x41, 0x8b]), undefined)).toMatch(/^A/);
});
