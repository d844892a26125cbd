import { networkOf } from '#core/account/client-address.ts';
import type { Sender } from '#core/import/witness.ts';
import { readAccount } from '#functions/_adapters/account-record.ts';
import { keyedHash } from '#functions/_runtime/keyed-hash.ts';
import { log } from '#functions/_runtime/log.ts';
import { witnessRule } from '#functions/_runtime/settings.ts';

/** A keyed hash of a network after the name of its key: hashes of two keys can be told apart, and are not compared. */
async function markOf(network: string): Promise<string> {
  const [key, hash] = await Promise.all([keyedHash('witness-key'), keyedHash('witness', network)]);
  return `${key.toString('base64url').slice(0, 6)}.${hash.toString('base64url').slice(0, 22)}`;
}

/** Who sends a page, where that can make them a witness; null where it cannot, which costs them nothing. */
export async function senderOf(userId: string, clientAddress: string): Promise<Sender | null> {
  const network = networkOf(clientAddress);
  if (network === null || witnessRule().accounts === 0) return null;
  try {
    const account = await readAccount(userId);
    return account?.createdAt ? { network: await markOf(network), accountSince: account.createdAt } : null;
  } catch (error) {
    log.failure('who sent a page could not be looked up', error);
    return null;
  }
}
