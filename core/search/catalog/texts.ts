/** Texts one after another as UTF-8, with the place where each begins; the last place is the end. */
type Block = { bytes: Uint8Array<ArrayBuffer>; offsets: Uint32Array<ArrayBuffer> };

/** Many texts, so many to a block that a snapshot can be cut between blocks and laid out without copying. */
export type Texts = readonly Block[];

const textsPerBlock = 4096;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

function packBlock(texts: readonly Uint8Array[]): Block {
  const offsets = new Uint32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) offsets[i + 1] = offsets[i]! + text.length;
  const bytes = new Uint8Array(offsets[texts.length]!);
  for (const [i, text] of texts.entries()) bytes.set(text, offsets[i]);
  return { bytes, offsets };
}

/** The texts of `count` things, asked for one after another. */
export const packTexts = (count: number, bytesOf: (index: number) => Uint8Array): Texts =>
  Array.from({ length: Math.ceil(count / textsPerBlock) }, (_, block) => {
    const first = block * textsPerBlock;
    const length = Math.min(textsPerBlock, count - first);
    return packBlock(Array.from({ length }, (__, i) => bytesOf(first + i)));
  });

export function bytesAt(texts: Texts, index: number): Uint8Array {
  const { bytes, offsets } = texts[Math.floor(index / textsPerBlock)]!;
  const at = index % textsPerBlock;
  return bytes.subarray(offsets[at]!, offsets[at + 1]!);
}

export const textAt = (texts: Texts, index: number): string => decoder.decode(bytesAt(texts, index));
