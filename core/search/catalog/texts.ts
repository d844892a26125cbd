/** Texts one after another as UTF-8, with the place where each begins; the last place is the end. */
type Block = { bytes: Uint8Array<ArrayBuffer>; offsets: Uint32Array<ArrayBuffer> };

/** Many texts, so many to a block that a snapshot can be cut between blocks and laid out without copying. */
export type Texts = readonly Block[];

export const textsPerBlock = 4096;
/** UTF-8 takes at most three bytes for each unit of a string. */
const bytesPerUnit = 3;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Room to write a block in, grown as needed and used again for the next. */
function createWriter() {
  let room = new Uint8Array(1 << 16);
  return (texts: readonly string[]): Block => {
    const offsets = new Uint32Array(texts.length + 1);
    let end = 0;
    for (const [i, text] of texts.entries()) {
      const needed = end + text.length * bytesPerUnit;
      if (needed > room.length) {
        const larger = new Uint8Array(needed * 2);
        larger.set(room.subarray(0, end));
        room = larger;
      }
      end += encoder.encodeInto(text, room.subarray(end, needed)).written;
      offsets[i + 1] = end;
    }
    return { bytes: room.slice(0, end), offsets };
  };
}

/** The texts of `count` things, asked for one after another. */
export function packTexts(count: number, textOf: (index: number) => string): Texts {
  const write = createWriter();
  return Array.from({ length: Math.ceil(count / textsPerBlock) }, (_, block) => {
    const first = block * textsPerBlock;
    const length = Math.min(textsPerBlock, count - first);
    return write(Array.from({ length }, (_, i) => textOf(first + i)));
  });
}

export function textAt(texts: Texts, index: number): string {
  const { bytes, offsets } = texts[Math.floor(index / textsPerBlock)]!;
  const at = index % textsPerBlock;
  return decoder.decode(bytes.subarray(offsets[at]!, offsets[at + 1]!));
}
