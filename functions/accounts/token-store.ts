import { createHash } from 'node:crypto';
import type { AccessToken, TokenScope } from '#core/accounts/access-token.ts';
import { tokenUseKey, userKeys } from '#functions/platform/keys.ts';
import {
  deleteItem,
  deleteUnchanged,
  getItem,
  getItems,
  type Item,
  put,
  queryAll,
  transactIf,
} from '#functions/platform/table.ts';
import { unlessErased } from '#functions/platform/table-conditions.ts';

/** A token as it is stored. `issuedAt`: seconds since 1970 in real time, as in the tokens of a session. */
export type StoredToken = Omit<AccessToken, 'lastUsedOn'> & { hash: Buffer; issuedAt: number };

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const toToken = (item: Item): StoredToken => ({
  id: String(item.id),
  name: String(item.name),
  scopes: item.scopes as TokenScope[],
  createdAt: String(item.createdAt),
  endsAt: String(item.endsAt),
  hash: Buffer.from(String(item.hash), 'base64url'),
  issuedAt: Number(item.issuedAt),
});

/** Newest first. */
export async function listTokens(userId: string): Promise<AccessToken[]> {
  const tokens = (await queryAll(userKeys.partition(userId), userKeys.tokenPrefix)).map(toToken);
  const uses = await getItems(tokens.map(({ id }) => tokenUseKey(userId, id)));
  const days = new Map(uses.map(({ sk, lastUsedOn }) => [sk, String(lastUsedOn)]));
  return tokens
    .map(({ hash: _, issuedAt: __, ...token }) => ({ ...token, lastUsedOn: days.get(token.id) ?? null }))
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

export async function getToken(userId: string, id: string): Promise<StoredToken | null> {
  const item = await getItem(userKeys.token(userId, id));
  return item && toToken(item);
}

/** False for an account that was erased meanwhile. */
export async function addToken(userId: string, token: StoredToken): Promise<boolean> {
  const { hash, ...fields } = token;
  const item = {
    ...userKeys.token(userId, token.id),
    kind: 'TOKEN',
    ...fields,
    hash: hash.toString('base64url'),
  };
  return transactIf([unlessErased(userId), put(item)]);
}

/** False when there is no such token. The day of its last use is deleted with it, or later by its TTL. */
export async function deleteToken(userId: string, id: string): Promise<boolean> {
  const isDeleted = await deleteUnchanged(userKeys.token(userId, id), 'attribute_exists(pk)');
  await deleteItem(tokenUseKey(userId, id));
  return isDeleted;
}
