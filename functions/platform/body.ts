import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { pathOfIllFormedText } from '#core/contract/messages.ts';
import { Failure } from '#core/failure.ts';
import { faultOfJson } from './answers.ts';

const maxJsonBytes = 64 * 1024;
/** Base64 takes four characters for three bytes. A longer text is refused before it is decoded. */
const maxJsonSigns = { base64: Math.ceil(maxJsonBytes / 3) * 4, utf8: maxJsonBytes };

/** The bytes of a request, however API Gateway encoded them. */
export function rawBody(event: APIGatewayProxyEventV2): Uint8Array {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

/** The failure for invalid input: of the field at `path`, or of the whole, named by `where`. */
export function invalidInput(path: readonly PropertyKey[], where: string): Failure {
  const field = path.map(String).join('.') || where;
  const text = `Missing required parameters or invalid value: ${field}`;
  return new Failure(400, 'invalid_input', text, { field });
}

/**
 * Refuses texts with control characters in any field that a row takes from a body or query.
 * @throws Failure 400 with the field
 */
export function requirePlainTexts(value: unknown, where: 'query' | 'body'): void {
  const path = pathOfIllFormedText(value);
  if (path) throw invalidInput(path, where);
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(400, 'invalid_input', 'The body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  const fault = faultOfJson(text);
  if (fault === 'too deep') throw new Failure(400, 'invalid_input', 'The body is nested too deeply.');
  if (fault) throw new Failure(400, 'invalid_input', 'The body names a field twice.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(400, 'invalid_input', 'The body is not valid JSON.');
  }
}

/**
 * A JSON body. An absent body reads as `{}` so that bodyless PUT and DELETE work.
 * @throws Failure 413, 415, 400
 */
export function jsonBody(event: APIGatewayProxyEventV2): unknown {
  const tooLarge = () => new Failure(413, 'payload_too_large', 'The request is too large.');
  const signs = event.body?.length ?? 0;
  if (signs > maxJsonSigns[event.isBase64Encoded ? 'base64' : 'utf8']) throw tooLarge();
  const bytes = rawBody(event);
  if (bytes.length === 0) return {};
  if (bytes.length > maxJsonBytes) throw tooLarge();
  if (event.headers['content-encoding'])
    throw new Failure(415, 'unsupported_media_type', 'Compressed bodies are not accepted here.');
  const type = (event.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== '' && type !== 'application/json')
    throw new Failure(415, 'unsupported_media_type', 'The body must be JSON.');
  return parseJson(decodeText(bytes));
}
