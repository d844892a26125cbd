const encoder = new TextEncoder();
/** UTF-8 takes at most three bytes for each unit of a string. */
const bytesPerUnit = 3;

/** Texts one after another as UTF-8, with the place where each begins; the last place is the end. */
export type Texts = { bytes: Uint8Array<ArrayBuffer>; offsets: Float64Array<ArrayBuffer> };

export function packTexts(texts: Iterable<string>, count: number): Texts {
  let bytes = new Uint8Array(Math.max(64, count * 1024));
  const offsets = new Float64Array(count + 1);
  let end = 0;
  let index = 0;
  for (const text of texts) {
    if (end + text.length * bytesPerUnit > bytes.length) {
      const larger = new Uint8Array(Math.ceil((end + text.length * bytesPerUnit) * 1.5));
      larger.set(bytes.subarray(0, end));
      bytes = larger;
    }
    end += encoder.encodeInto(text, bytes.subarray(end)).written;
    offsets[++index] = end;
  }
  return { bytes: bytes.slice(0, end), offsets };
}

const decoder = new TextDecoder();

export const textAt = ({ bytes, offsets }: Texts, index: number): string =>
  decoder.decode(bytes.subarray(offsets[index]!, offsets[index + 1]!));
