import { ServiceError } from '../../wire/service.ts';

export type DecodedBody = { body: Buffer; trailers: Record<string, string> };

/**
 * Takes the `aws-chunked` framing off an upload: `<hex size>[;chunk-signature=…]\r\n<bytes>\r\n` … `0\r\n` and trailers.
 * SDK clients send streams like that, with the checksum in a trailer. Throws IncompleteBody.
 */
export function decodeAwsChunked(framed: Buffer): DecodedBody {
  const chunks: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = framed.indexOf('\r\n', position);
    if (lineEnd < 0) throw incomplete();
    const size = Number.parseInt(framed.toString('latin1', position, lineEnd), 16);
    if (!(size >= 0)) throw incomplete();
    position = lineEnd + 2;
    if (size === 0) break;
    if (position + size > framed.length) throw incomplete();
    chunks.push(framed.subarray(position, position + size));
    position += size + 2;
  }
  return { body: Buffer.concat(chunks), trailers: readTrailers(framed.toString('latin1', position)) };
}

function readTrailers(text: string): Record<string, string> {
  const trailers: Record<string, string> = {};
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return trailers;
}

const incomplete = () =>
  new ServiceError('IncompleteBody', 'You did not provide the number of bytes specified by the framing.');
