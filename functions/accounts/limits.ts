import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { latestFullAtMs, permitMs, type RateLimit, retryAfterSeconds } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { clock } from '#functions/platform/clock.ts';
import {
  attemptKey,
  bucketKey,
  erasedUsageKey,
  type Key,
  passwordMarkKey,
  userKeys,
} from '#functions/platform/keys.ts';
import { keyedHash } from '#functions/platform/secret.ts';
import { env } from '#functions/platform/settings.ts';
import {
  deleteItem,
  documentClient,
  getItem,
  isConditionFailure,
  putItem,
  remove,
  transactIf,
  update,
} from '#functions/platform/table.ts';

// The subject is hashed, so that the table and its backups hold no address of a person.
const bucketOf = (kind: string, subject: string): Key =>
  bucketKey(kind, createHash('sha256').update(`${kind}\n${subject}`).digest('base64url'));

function tooManyRequests(seconds: number): Failure {
  return new Failure(429, 'too_many_requests', 'Too many attempts. Please try again later.', {
    retryAfterSeconds: seconds,
  });
}

// The document client does not unmarshall an error's item.
type Refusal = Error & { Item?: { fullAtMs?: { N?: string } | number } };

function fullAtOf(refusal: Refusal): number | null {
  const value = refusal.Item?.fullAtMs;
  if (value === undefined) return null;
  return typeof value === 'number' ? value : Number(value.N);
}

/** The bucket's new number, or the failed condition. */
async function changeBucket(
  key: Key,
  update: string,
  condition: string,
  values: Record<string, number>,
): Promise<number | Refusal> {
  try {
    const { Attributes } = await documentClient.send(
      new UpdateCommand({
        TableName: env('TABLE_NAME'),
        Key: key,
        UpdateExpression: `SET kind = if_not_exists(kind, :kind), ${update}, #ttl = :ttl`,
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':kind': 'BUCKET', ...values },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return Number(Attributes?.fullAtMs);
  } catch (error) {
    if (error instanceof Error && isConditionFailure(error)) return error;
    throw error;
  }
}

/**
 * Takes one permit of a limit for an address, an e-mail or a person, and tells when its bucket is full again. Buckets are in the
 * table, each one number (core/accounts/rate-limits.ts). A permit is one conditional update, two when the bucket is not full:
 * nothing is read first, so parallel requests cannot take the same permit.
 * @throws Failure 429 with details.retryAfterSeconds
 */
export async function takePermit(
  limit: RateLimit,
  subject: string,
  tell?: (fullAtMs: number, nowMs: number) => void,
): Promise<void> {
  const key = bucketOf(limit.kind, subject);
  const now = clock.now().getTime();
  const permit = permitMs(limit);
  // The item may be deleted once even an empty bucket would be full again.
  const ttl = Math.ceil(now / 1000) + limit.refillSeconds + 60;
  const isFull = 'attribute_not_exists(fullAtMs) OR fullAtMs <= :now';
  const first = await changeBucket(key, 'fullAtMs = :next', isFull, {
    ...{ ':now': now, ':next': now + permit, ':ttl': ttl },
  });
  if (typeof first === 'number') return tell?.(first, now);

  const latest = latestFullAtMs(limit, now);
  const values = { ':permit': permit, ':latest': latest, ':ttl': ttl };
  const next = await changeBucket(key, 'fullAtMs = fullAtMs + :permit', 'fullAtMs <= :latest', values);
  if (typeof next === 'number') return tell?.(next, now);
  const fullAtMs = fullAtOf(next);
  // Null: the item expired between the two updates, which happens only to a full bucket.
  if (fullAtMs === null) return;
  tell?.(fullAtMs, now);
  throw tooManyRequests(retryAfterSeconds(limit, fullAtMs, now));
}

const day = 24 * 3600;
const ttlIn = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const hashOf = async (email: string) => (await keyedHash('e-mail', email)).toString('base64url');

/**
 * Sixteen bits of a keyed hash of a password, prefixed with the key's name. It tells a wrong password from a right one
 * except one in 65,536. The table alone reveals nothing about the password; even with the key almost all guesses remain.
 */
async function markOf(email: string, password: string): Promise<string> {
  const [key, mark] = await Promise.all([
    keyedHash('password-key'),
    keyedHash('password', email, password.normalize('NFC')),
  ]);
  return `${key.toString('base64url').slice(0, 6)}.${mark.subarray(0, 2).toString('base64url')}`;
}

/** `unknown`: no recent sign-in to this account, or the key was changed. */
export async function judgePassword(email: string, password: string): Promise<'right' | 'wrong' | 'unknown'> {
  const [item, mark] = await Promise.all([
    hashOf(email).then((hash) => getItem(passwordMarkKey(hash))),
    markOf(email, password),
  ]);
  const kept = String(item?.mark ?? '');
  if (kept === mark) return 'right';
  return kept.split('.')[0] === mark.split('.')[0] ? 'wrong' : 'unknown';
}

/** Stores the mark of a password that the user pool has just accepted. */
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

/** The browser that asked for the newest code. `isContested`: another browser had begun the same sign-up before. */
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
 * Stores how many imports an erased account used this month, for the next account of its e-mail: the free imports of a month
 * belong to an e-mail address and do not start again. Expires with the month.
 */
export async function keepErasedUsage(email: string, month: string, scrapes: number): Promise<void> {
  if (scrapes === 0) return;
  await putItem({
    ...erasedUsageKey(await hashOf(email), month),
    kind: 'ERASEDUSAGE',
    scrapes_count: scrapes,
    ttl: ttlIn(32 * day),
  });
}

/** Adds an erased account's usage to that of the next account with its e-mail, once. */
export async function takeErasedUsage(email: string, month: string, userId: string): Promise<void> {
  const key = erasedUsageKey(await hashOf(email), month);
  const item = await getItem(key);
  if (!item) return;
  // Not if a concurrent sign-in of the same account has already done it.
  await transactIf([
    remove(key, 'attribute_exists(pk)'),
    update(userKeys.usage(userId, month), {
      set: { kind: 'USAGE' },
      add: { scrapes_count: Number(item.scrapes_count) },
    }),
  ]);
}
