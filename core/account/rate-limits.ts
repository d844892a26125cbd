import type { BucketRule } from './token-bucket.ts';

/** Limits of the same `kind` share their buckets. */
export type RateLimit = BucketRule & { kind: string };
export type AccountLimits = { perAddress: RateLimit; perEmail?: RateLimit };

const minutes = (count: number) => count * 60;
const hours = (count: number) => count * 3600;

// Behind our functions the user pool sees one caller only, so its own limits per address cannot tell people apart.

/** A household or an office shares one address; passwords cannot be sprayed over many accounts from it. */
const signInPerAddress: RateLimit = {
  kind: 'sign-in-address',
  capacity: 60,
  refillSeconds: minutes(10),
};
/** More than a person mistypes, far below what guessing needs; the user pool slows guessing down on top. */
const signInPerEmail: RateLimit = { kind: 'sign-in-email', capacity: 10, refillSeconds: minutes(10) };
/** Enough for a class room, too few to fill the user pool with made-up accounts. */
const signUpPerAddress: RateLimit = { kind: 'sign-up-address', capacity: 20, refillSeconds: hours(1) };
/** Beginning again mails a new code each time. Apart from the next limit, so that a clumsy start leaves mails to finish with. */
const signUpPerEmail: RateLimit = { kind: 'sign-up-email', capacity: 5, refillSeconds: hours(1) };
/** Nobody's mailbox is flooded through us, and our mailer keeps its reputation. */
const mailPerEmail: RateLimit = { kind: 'mail-email', capacity: 5, refillSeconds: hours(1) };
const mailPerAddress: RateLimit = { kind: 'mail-address', capacity: 30, refillSeconds: hours(1) };
/** A code has six digits and lives a day: ten tries an hour find it with a chance of 1 in 4,000. */
const codePerEmail: RateLimit = { kind: 'code-email', capacity: 10, refillSeconds: hours(1) };
const codePerAddress: RateLimit = { kind: 'code-address', capacity: 60, refillSeconds: minutes(10) };
/** The browsers of a shared address refresh every quarter of an hour and on load; tabs share one refresh. */
const sessionPerAddress: RateLimit = {
  kind: 'session-address',
  capacity: 300,
  refillSeconds: minutes(10),
};

/** By the route's name (core/contract/routes/accounts.ts). */
export const accountLimits = {
  'sign-up': { perAddress: signUpPerAddress, perEmail: signUpPerEmail },
  'confirm-sign-up': { perAddress: codePerAddress, perEmail: codePerEmail },
  'resend-code': { perAddress: mailPerAddress, perEmail: mailPerEmail },
  'sign-in': { perAddress: signInPerAddress, perEmail: signInPerEmail },
  'refresh-session': { perAddress: sessionPerAddress },
  'sign-out': { perAddress: sessionPerAddress },
  'forgot-password': { perAddress: mailPerAddress, perEmail: mailPerEmail },
  'reset-password': { perAddress: codePerAddress, perEmail: codePerEmail },
} as const satisfies Record<string, AccountLimits>;
