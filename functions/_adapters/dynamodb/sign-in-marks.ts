import { keyedHash } from '#functions/_runtime/keyed-hash.ts';
import { attemptKey, erasedUsageKey, passwordMarkKey, userKeys } from './keys.ts';
import {
  changeItem,
  deleteItem,
  failedCondition,
  getItem,
  putItem,
  remove,
  transact,
  update,
} from './table.ts';

const day = 24 * 3600;
const ttlIn = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const hashOf = async (email: string) => (await keyedHash('e-mail', email)).toString('base64url');

/**
 * Sixteen bits of a keyed hash of a password, after the name of the key. It tells a wrong password from a right one but for
 * one in 65,536; who reads the table without the key learns nothing of it, and who has both still has nearly all to guess.
 */
async function markOf(email: string, password: string): Promise<string> {
  const [key, mark] = await Promise.all([
    keyedHash('password-key'),
    keyedHash('password', email, password.normalize('NFC')),
  ]);
  return `${key.toString('base64url').slice(0, 6)}.${mark.subarray(0, 2).toString('base64url')}`;
}

/** `unknown`: nobody has signed in to it lately, or the key was changed. */
export async function judgePassword(email: string, password: string): Promise<'right' | 'wrong' | 'unknown'> {
  const [item, mark] = await Promise.all([
    hashOf(email).then((hash) => getItem(passwordMarkKey(hash))),
    markOf(email, password),
  ]);
  const kept = String(item?.mark ?? '');
  if (kept === mark) return 'right';
  return kept.split('.')[0] === mark.split('.')[0] ? 'wrong' : 'unknown';
}

/** Remembers the password that the user pool has just taken. */
export async function keepPasswordMark(email: string, password: string): Promise<void> {
  const mark = await markOf(email, password);
  await putItem({
    ...passwordMarkKey(await hashOf(email)),
    kind: 'PASSWORDMARK',
    mark,
    ttl: ttlIn(400 * day),
  });
}

export async function forgetPasswordMark(email: string): Promise<void> {
  await deleteItem(passwordMarkKey(await hashOf(email)));
}

/** The browser that asked for the newest code. `isContested`: another one had begun the same sign-up before. */
export type Attempt = { id: string; isContested: boolean };
export type AttemptKind = 'sign-up' | 'reset';

export async function readAttempt(email: string, kind: AttemptKind): Promise<Attempt | null> {
  const item = await getItem(attemptKey(await hashOf(email), kind));
  return item ? { id: String(item.id), isContested: item.isContested === true } : null;
}

export async function keepAttempt(email: string, kind: AttemptKind, attempt: Attempt): Promise<void> {
  await putItem({
    ...attemptKey(await hashOf(email), kind),
    kind: 'ATTEMPT',
    ...attempt,
    ttl: ttlIn(2 * day),
  });
}

/**
 * What an erased account used of a month, for the next one of its e-mail: the month's free imports are an address's, and
 * do not begin anew. Gone when the month is over.
 */
export async function keepErasedUsage(email: string, month: string, scrapes: number): Promise<void> {
  if (scrapes === 0) return;
  await changeItem(erasedUsageKey(await hashOf(email), month), {
    UpdateExpression: 'SET kind = :kind, scrapes_count = :count, #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':kind': 'ERASEDUSAGE', ':count': scrapes, ':ttl': ttlIn(32 * day) },
  });
}

/** Counts what an erased account of this e-mail used among the uses of its next one, once. */
export async function takeErasedUsage(email: string, month: string, userId: string): Promise<void> {
  const key = erasedUsageKey(await hashOf(email), month);
  const item = await getItem(key);
  if (!item) return;
  try {
    await transact([
      remove(key, 'attribute_exists(pk)'),
      update(userKeys.usage(userId, month), {
        UpdateExpression: 'SET kind = :kind ADD scrapes_count :used',
        ExpressionAttributeValues: { ':kind': 'USAGE', ':used': Number(item.scrapes_count) },
      }),
    ]);
  } catch (error) {
    // Another sign-in of the same account was faster.
    if (failedCondition(error) === null) throw error;
  }
}
