import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Failure } from '#core/failure.ts';

const maxJsonBytes = 64 * 1024;
const maxDepth = 32;

/** The bytes of a request, whatever way API Gateway encoded them. */
export function rawBody(event: APIGatewayProxyEventV2): Uint8Array {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

// Depth is bounded before parsing: JSON.parse itself recurses on hostile nesting.
function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{' || c === '[') {
      if (++depth > maxDepth) return true;
    } else if (c === '}' || c === ']') depth--;
  }
  return false;
}

/**
 * A JSON body. An absent body reads as `{}` so that bodyless PUT and DELETE work.
 * @throws Failure 413, 415, 400
 */
export function jsonBody(event: APIGatewayProxyEventV2): unknown {
  const bytes = rawBody(event);
  if (bytes.length === 0) return {};
  if (bytes.length > maxJsonBytes) throw new Failure(413, 'payload_too_large', 'The request is too large.');
  if (event.headers['content-encoding'])
    throw new Failure(415, 'unsupported_media_type', 'Compressed bodies are not accepted here.');
  const type = (event.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== '' && type !== 'application/json')
    throw new Failure(415, 'unsupported_media_type', 'The body must be JSON.');
  const text = Buffer.from(bytes).toString('utf8');
  if (tooDeep(text)) throw new Failure(400, 'invalid_input', 'The body is nested too deeply.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(400, 'invalid_input', 'The body is not valid JSON.');
  }
}
