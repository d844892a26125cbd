/** How blocks of texts are made smaller, and made themselves again: at once, as they are asked for in the middle of an answer. */
export type TextCodec = {
  pack(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Gives `length` bytes. */
  unpack(packed: Uint8Array, length: number): Uint8Array<ArrayBuffer>;
};

/**
 * Texts one after another as UTF-8, with the place where each begins; the last place is the end. In a snapshot they lie packed,
 * and stay so until one of them is asked for: of a hundred thousand cards a reader asks for thirty.
 */
export class TextBlock {
  readonly offsets: Uint32Array<ArrayBuffer>;
  #held: Uint8Array<ArrayBuffer> | (() => Uint8Array<ArrayBuffer>);

  constructor(
    offsets: Uint32Array<ArrayBuffer>,
    held: Uint8Array<ArrayBuffer> | (() => Uint8Array<ArrayBuffer>),
  ) {
    this.offsets = offsets;
    this.#held = held;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    if (typeof this.#held === 'function') this.#held = this.#held();
    return this.#held;
  }

  /** In memory, once it is unpacked. */
  get memoryBytes(): number {
    return this.offsets.byteLength + this.offsets.at(-1)!;
  }
}

/** Many texts, in blocks of as many but for the last. */
export type Texts = readonly TextBlock[];

/** So few that the thirty cards of a page are unpacked in 20 ms, so many that they pack nearly as well as all at once. */
export const textsPerBlock = 256;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

function blockOf(texts: readonly Uint8Array[]): TextBlock {
  const offsets = new Uint32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) offsets[i + 1] = offsets[i]! + text.length;
  const bytes = new Uint8Array(offsets[texts.length]!);
  for (const [i, text] of texts.entries()) bytes.set(text, offsets[i]);
  return new TextBlock(offsets, bytes);
}

/** The texts of `count` things, asked for one after another. */
export const packTexts = (count: number, bytesOf: (index: number) => Uint8Array): Texts =>
  Array.from({ length: Math.ceil(count / textsPerBlock) }, (_, block) => {
    const first = block * textsPerBlock;
    const length = Math.min(textsPerBlock, count - first);
    return blockOf(Array.from({ length }, (__, i) => bytesOf(first + i)));
  });

export function bytesAt(texts: Texts, index: number): Uint8Array {
  const { bytes, offsets } = texts[Math.floor(index / textsPerBlock)]!;
  const at = index % textsPerBlock;
  return bytes.subarray(offsets[at]!, offsets[at + 1]!);
}

export const textAt = (texts: Texts, index: number): string => decoder.decode(bytesAt(texts, index));
