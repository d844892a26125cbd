import { isIP } from 'node:net';
import { Failure } from '#core/failure.ts';
import { isPrivateAddress } from '#core/marketplace/private-address.ts';

/**
 * An address that a person gave us to send to: https on its own port, a public name, no user. Another port would let us
 * be used to knock at services that are no web server. What the name resolves to is checked again when it is called, since
 * that can change.
 * @throws Failure 400 address_refused
 */
export function requirePublicHttps(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const host = url?.hostname ?? '';
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  const isPublicName =
    /^(?!localhost$)[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/i.test(host) &&
    !/\.(local|internal|localhost)$/i.test(host);
  const isFine =
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    (isAddress ? !isPrivateAddress(host) : isPublicName);
  if (!isFine)
    throw new Failure(
      400,
      'address_refused',
      'The address must be a public one that starts with https:// and names no port.',
    );
  return url;
}
