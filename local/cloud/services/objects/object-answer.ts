import { ServiceError, type WireResponse } from '../../wire/service.ts';
import type { ObjectWithBody } from './object-store.ts';

/** One range of bytes, `bytes=0-99`, `bytes=100-` or `bytes=-50`; undefined when the header asks for something else. */
function byteRange(header: string, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  if (!match || (!match[1] && !match[2])) return undefined;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(size - 1, Number(match[2])) : size - 1;
  if (start >= size || start > end) {
    throw new ServiceError('InvalidRange', 'The requested range is not satisfiable', 416);
  }
  return { start, end };
}

/** The answer to GET and HEAD: validators, ranges, the headers the object was stored with. */
export function answerObject(object: ObjectWithBody, asked: Readonly<Record<string, string>>): WireResponse {
  const etag = `"${object.etag}"`;
  const headers: Record<string, string> = {
    ...object.headers,
    etag,
    'last-modified': new Date(object.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (asked['if-none-match']?.split(/\s*,\s*/).some((value) => value.replace(/^W\//, '') === etag)) {
    return { status: 304, headers };
  }
  const range = asked.range ? byteRange(asked.range, object.size) : undefined;
  if (range) {
    const body = object.body.subarray(range.start, range.end + 1);
    const partial = { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` };
    const whole = Object.entries(headers).filter(([name]) => !name.startsWith('x-amz-checksum-'));
    return { status: 206, headers: { ...Object.fromEntries(whole), ...partial }, body };
  }
  return { status: 200, headers: { ...headers, 'content-length': String(object.size) }, body: object.body };
}
