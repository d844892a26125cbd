import { Failure } from '#core/failure.ts';

/** The largest page the marketplace was seen to send is 3 MB; the bound keeps a bomb from filling the memory. */
const mostPageBytes = 16 * 1024 * 1024;

const tooLarge = () =>
  new Failure(413, 'page_too_large', 'This file is too large for a saved marketplace page.');

/**
 * The text of an uploaded page, gzipped or plain (told by its first bytes, since a browser may drop the header).
 * @throws Failure 400, 413, 415
 */
export async function inflatePage(bytes: Uint8Array, encoding: string | undefined): Promise<string> {
  if (encoding && !['gzip', 'identity'].includes(encoding.toLowerCase()))
    throw new Failure(415, 'unsupported_media_type', 'Only gzip is understood.');
  if (bytes.length === 0) throw new Failure(400, 'page_not_recognised', 'The file is empty.');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) {
    if (bytes.length > mostPageBytes) throw tooLarge();
    return Buffer.from(bytes).toString('utf8');
  }
  // Not at start: Node loads it for several milliseconds.
  const { gunzipSync } = await import('node:zlib');
  try {
    return gunzipSync(bytes, { maxOutputLength: mostPageBytes }).toString('utf8');
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new Failure(400, 'page_not_recognised', 'The file could not be unpacked.');
  }
}
