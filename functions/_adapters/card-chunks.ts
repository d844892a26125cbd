import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Card } from '#core/car/card.ts';

/** What a snapshot's chunks hold. */
export const snapshotFormat = 1;
const cardsPerChunk = 5_000;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

export async function encodeCards(cards: readonly Card[]): Promise<Uint8Array[]> {
  const chunks: Promise<Uint8Array>[] = [];
  for (let from = 0; from < cards.length; from += cardsPerChunk)
    chunks.push(pack(JSON.stringify(cards.slice(from, from + cardsPerChunk)), { level: 4 }));
  return Promise.all(chunks);
}

/** @throws when a chunk is broken */
export async function decodeCards(chunks: readonly Uint8Array[]): Promise<Card[]> {
  const parts = await Promise.all(
    chunks.map(async (bytes) => JSON.parse((await unpack(bytes)).toString('utf8')) as Card[]),
  );
  return parts.flat();
}
