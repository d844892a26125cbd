import type { TextCodec } from '#core/search/catalog/texts.ts';

/** Into one piece of memory of its size and a little more, by which the end is seen, instead of many that are copied together. */
export const inOnePiece = (bytes: number) => ({ chunkSize: bytes + 64 });

/** By zstd, in this thread. Node's module comes with the first snapshot: a start that needs none does not wait for it. */
export async function loadTextCodec(): Promise<TextCodec> {
  const { zstdCompressSync, zstdDecompressSync } = await import('node:zlib');
  return {
    pack: (bytes) => zstdCompressSync(bytes),
    unpack: (packed, length) => zstdDecompressSync(packed, inOnePiece(length)),
  };
}
