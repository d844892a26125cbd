import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ApiResponse } from '../api/http-answer.ts';
import { isCompressible } from './content-types.ts';

/** CloudFront compresses text between 1,000 bytes and 10 MB. */
const smallestBytes = 1000;
const largestBytes = 10_000_000;

/** Compresses a response as CloudFront does, by what the viewer accepts. Changes it in place. */
export function compress(response: ApiResponse, accepted: string): void {
  const { headers } = response;
  const size = Buffer.byteLength(response.body);
  const type = String(headers['content-type'] ?? '');
  if (size < smallestBytes || size > largestBytes || headers['content-encoding'] || !isCompressible(type))
    return;
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
  if (!encoding) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const body = Buffer.from(response.body);
  response.body = encoding === 'br' ? brotliCompressSync(body, quality) : gzipSync(body);
  headers['content-encoding'] = encoding;
  headers.vary = 'Accept-Encoding';
  if (headers.etag) headers.etag = String(headers.etag).replace(/^(?=")/, 'W/');
}
