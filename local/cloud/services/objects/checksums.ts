import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ServiceError } from '../../wire/service.ts';

function crc32Base64(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

const digest = (algorithm: string) => (body: Buffer) => createHash(algorithm).update(body).digest('base64');

const algorithms: Readonly<Record<string, (body: Buffer) => string>> = {
  'x-amz-checksum-crc32': crc32Base64,
  'x-amz-checksum-sha1': digest('sha1'),
  'x-amz-checksum-sha256': digest('sha256'),
};

/** Compares what the client says it sent with what came. Returns the checksum headers to keep. Throws BadDigest. */
export function verifyChecksums(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, compute] of Object.entries(algorithms)) {
    const claimed = headers[name];
    if (claimed === undefined) continue;
    if (compute(body) !== claimed) {
      throw new ServiceError('BadDigest', 'The checksum you specified did not match the calculated one.');
    }
    kept[name] = claimed;
  }
  return kept;
}
