import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Failure } from '#core/failure.ts';
import { env } from '#functions/_runtime/env.ts';
import { readSecret } from '#functions/_runtime/secret.ts';

const algorithm = 'aes-256-gcm';
const saltBytes = 12;
const tagBytes = 16;

const keyOf = async () =>
  createHash('sha256')
    .update(`place ${await readSecret(env('PUSH_SECRET_ARN'))}`)
    .digest();

/**
 * A place in the table as it may leave the server: keys name cars, locked ones among them, and what is only encoded can be
 * read. Good for this person alone.
 */
export async function sealPlace(userId: string, place: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const cipher = createCipheriv(algorithm, await keyOf(), salt).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(place, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Failure 400 for what was not sealed here, or for somebody else. */
export async function openPlace(userId: string, text: string): Promise<string> {
  const bytes = Buffer.from(text, 'base64url');
  try {
    const cipher = createDecipheriv(algorithm, await keyOf(), bytes.subarray(0, saltBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(userId))
      .setAuthTag(bytes.subarray(saltBytes, saltBytes + tagBytes));
    const place = Buffer.concat([cipher.update(bytes.subarray(saltBytes + tagBytes)), cipher.final()]);
    return place.toString('utf8');
  } catch {
    throw new Failure(400, 'invalid_input', 'Missing required parameters or invalid value: after', {
      field: 'after',
    });
  }
}
