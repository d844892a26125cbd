import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from '#core/marketplace/private-address.ts';
import { replaced } from '#functions/_runtime/services.ts';
import { requirePublicHttps } from './outgoing-address.ts';

export type Post = { headers: Record<string, string>; body: Uint8Array };

const timeoutMs = 5_000;

/** The system's look-up, as far as it is used. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A name may point inside although it looked public: every address it has must lie outside. The connection looks up
 * through this and goes to what it answers, so that there is no second look at which a name could have moved.
 */
export const publicLookup =
  (look: Resolve = resolve): LookupFunction =>
  (host, options, callback) => {
    look(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [], 0);
      const isInside = addresses.some(({ address }) => isPrivateAddress(address));
      if (isInside || addresses.length === 0) return callback(new Error('the address is not public'), [], 0);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

/**
 * Posts to an address that a person gave us; answers the status. No redirect is followed, nothing of the answer is read,
 * and no address inside the cloud is reached.
 * @throws when the address is refused or does not answer
 */
export async function postOutside(address: string, post: Post): Promise<number> {
  const url = requirePublicHttps(address);
  if (replaced.postOutside) return replaced.postOutside(address, post);
  return new Promise((done, fail) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const call = request(
      url,
      { method: 'POST', headers: post.headers, lookup: publicLookup(), signal },
      (answer) => {
        answer.destroy();
        done(answer.statusCode ?? 0);
      },
    );
    call.on('error', fail);
    call.end(post.body);
  });
}
