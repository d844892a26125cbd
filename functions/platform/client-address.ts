import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from 'aws-lambda';
import { keyedHash } from './hashes.ts';

const forwardedHeader = 'x-forwarded-client';
const signatureOf = (address: string) => keyedHash('client-address', address);

/**
 * The header with which one of our functions calls a route for a client, so that the route counts the client's address
 * instead of the function's. Only our functions can sign it.
 */
export async function forwardClient(address: string): Promise<Record<string, string>> {
  return { [forwardedHeader]: `${(await signatureOf(address)).toString('base64url')} ${address}` };
}

async function forwardedAddress(header: string | undefined): Promise<string | null> {
  const [, signed, address] = /^([\w-]{43}) (\S{1,64})$/.exec(header ?? '') ?? [];
  if (!signed || !address) return null;
  return timingSafeEqual(Buffer.from(signed, 'base64url'), await signatureOf(address)) ? address : null;
}

/**
 * The client's address as CloudFront's own function wrote it over what a client sent; the origin secret proves that the
 * request came from CloudFront. Behind a request of one of our functions, the address that the function signed.
 */
export async function clientAddressOf({ headers, requestContext }: Event): Promise<string> {
  const forwarded = await forwardedAddress(headers[forwardedHeader]);
  return forwarded ?? headers['x-client-address'] ?? requestContext.http.sourceIp;
}
