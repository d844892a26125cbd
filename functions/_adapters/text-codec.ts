import type { TextCodec } from '#core/search/catalog/texts.ts';

/** By zstd, in this thread. Node's module comes with the first snapshot: a start that needs none does not wait for it. */
export async function loadTextCodec(): Promise<TextCodec> {
  const { zstdCompressSync, zstdDecompressSync } = await import('node:zlib');
  return {
    pack: (bytes) => zstdCompressSync(bytes),
    // Into one piece of memory of its size and a little more, by which the end is seen.
    unpack: (packed, length) => zstdDecompressSync(packed, { chunkSize: length + 64 }),
  };
}
