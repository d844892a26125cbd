import type { APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda';

/** Below this, what is saved is less than a packet. */
const leastBytes = 1024;

/** Whether a client takes an encoding: "gzip, br;q=0.8", but not "br;q=0". */
const accepts = (accepted: string, encoding: string) =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(
    accepted,
  );

/**
 * A text compressed as `accepted` (the header Accept-Encoding) allows: CloudFront compresses nothing that it may not keep,
 * and the gateway compresses nothing. What brings cookies stays as it is: beside a secret, its length would tell of it.
 */
export async function packAnswer(result: Result, accepted: string | undefined): Promise<Result> {
  const { body, headers, cookies, isBase64Encoded } = result;
  if (!accepted || !body || isBase64Encoded || cookies || body.length < leastBytes) return result;
  const encoding = ['br', 'gzip'].find((known) => accepts(accepted, known));
  if (!encoding) return result;
  const { brotliCompress, constants, gzip } = await import('node:zlib');
  // The third of eleven: as small as gzip usually is, in two thirds of the time.
  const quality = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // 64 KiB: what nothing says takes four megabytes for each answer.
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  };
  const packed = await new Promise<Buffer>((resolve, reject) => {
    const done = (error: Error | null, bytes: Buffer) => (error ? reject(error) : resolve(bytes));
    // Beside the thread of the process: what runs there for other requests goes on.
    if (encoding === 'br') brotliCompress(body, quality, done);
    else gzip(body, done);
  });
  const vary = headers?.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding';
  return {
    ...result,
    headers: { ...headers, 'content-encoding': encoding, vary },
    body: packed.toString('base64'),
    isBase64Encoded: true,
  };
}
