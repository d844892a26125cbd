/** A token bucket: at most `capacity` permits at once; an empty bucket is full again after `refillSeconds`. */
export type BucketRule = { capacity: number; refillSeconds: number };

/** Milliseconds until one permit is refilled. */
export function permitMs(rule: BucketRule): number {
  return Math.ceil((rule.refillSeconds * 1000) / rule.capacity);
}

/**
 * The latest instant at which a bucket may become full while it still has a permit now. A bucket is stored as one number,
 * the instant at which it is full again; missing permits = time until then / time per permit. So a permit is taken by one
 * conditional update without a read (generic cell rate algorithm).
 */
export function latestFullAtMs(rule: BucketRule, nowMs: number): number {
  return nowMs + permitMs(rule) * (rule.capacity - 1);
}

/** Seconds until an empty bucket has a permit again, at least 1. */
export function retryAfterSeconds(rule: BucketRule, fullAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((fullAtMs - latestFullAtMs(rule, nowMs)) / 1000));
}

/** Takes one permit. Answers the bucket's new number, or how long to wait. */
export function takePermit(
  rule: BucketRule,
  fullAtMs: number | null,
  nowMs: number,
): { taken: true; fullAtMs: number } | { taken: false; retryAfterSeconds: number } {
  const current = Math.max(fullAtMs ?? nowMs, nowMs);
  if (current > latestFullAtMs(rule, nowMs))
    return { taken: false, retryAfterSeconds: retryAfterSeconds(rule, current, nowMs) };
  return { taken: true, fullAtMs: current + permitMs(rule) };
}

const mappedIpv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/i;

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::', 2);
  const groups = (part: string) => part.split(':').filter(Boolean);
  const start = groups(head);
  if (tail === undefined) return start;
  const end = groups(tail);
  return [...start, ...new Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end];
}

/**
 * The address block by which requests are counted: an IPv4 address, or the /64 of an IPv6 address, because a household has a
 * whole /64. CloudFront-Viewer-Address always ends with ":port" and has no brackets around IPv6 (2001:db8::9:51234 is
 * 2001:db8::9); other sources give the bare address, which looks the same. Whether the last group is read as port or address
 * only matters for a "::" in the first half, and there the result is consistent for each network.
 */
export function addressBlock(clientAddress: string): string {
  const text = clientAddress.trim().toLowerCase();
  const ipv4 = mappedIpv4.exec(text)?.[1];
  if (ipv4) return ipv4;
  const bare = text.replace(/^\[([^\]]*)\].*$/, '$1').replace(/%.*$/, '');
  if (!/^[\da-f:.]+$/.test(bare) || !bare.includes(':')) return 'unknown';
  const network = ipv6Groups(bare).slice(0, 4);
  while (network.length < 4) network.push('0');
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/**
 * The network of an address, wider than `addressBlock`: the /24 of an IPv4 address, the /48 of an IPv6 address, since a
 * person's several addresses are mostly in one. Null for loopback or a missing address.
 */
export function networkOf(clientAddress: string): string | null {
  const block = addressBlock(clientAddress);
  if (block === 'unknown' || block.startsWith('127.') || block === '0:0:0:0::/64') return null;
  if (!block.includes(':')) return `${block.split('.').slice(0, 3).join('.')}.0/24`;
  return `${block.split(':').slice(0, 3).join(':')}::/48`;
}

/** Limits of the same `kind` share buckets. */
export type RateLimit = BucketRule & { kind: string };
/**
 * What a caller is told of their bucket, full again at `fullAtMs`, in the structured fields of the IETF draft "RateLimit header
 * fields for HTTP": the quota of a window, how much of it is left, and in how many seconds all of it is.
 */
export function rateHeaders(limit: RateLimit, fullAtMs: number, nowMs: number): Record<string, string> {
  const untilFullMs = Math.max(0, fullAtMs - nowMs);
  const left = Math.max(0, Math.floor(limit.capacity - untilFullMs / permitMs(limit)));
  return {
    'ratelimit-policy': `"${limit.kind}";q=${limit.capacity};w=${limit.refillSeconds}`,
    ratelimit: `"${limit.kind}";r=${left};t=${Math.ceil(untilFullMs / 1000)}`,
  };
}

/**
 * How often something may be tried for one e-mail. A known browser (one that signed in, or asked for the code) has its own
 * bucket, so that strangers cannot use it up. An address that is new to the e-mail has a few tries beyond the limit that all
 * strangers share, so that strangers cannot lock the owner out on a new device either.
 */
export type TryLimits = {
  known: RateLimit;
  /** For an address and this e-mail: a few tries of its own, then its share of the strangers' limit. */
  address?: { fresh: RateLimit; share: RateLimit };
  strangers: RateLimit;
  /** Additional limits for browsers that have not signed in: per address, and per account in total. */
  byDay?: { address: RateLimit; account: RateLimit };
};
export type AccountLimits = { perAddress: RateLimit; perEmail?: TryLimits };

const minutes = (count: number) => count * 60;
const hours = (count: number) => count * 3600;

/** Tries per hour, from a known browser, from one address and from all strangers; and one per day from a new address. */
const hourlyTries = (kind: string, capacity: number): TryLimits => ({
  known: { kind: `${kind}-known`, capacity, refillSeconds: hours(1) },
  address: {
    fresh: { kind: `${kind}-fresh`, capacity: 1, refillSeconds: hours(24) },
    share: { kind: `${kind}-pair`, capacity, refillSeconds: hours(1) },
  },
  strangers: { kind: `${kind}-strangers`, capacity, refillSeconds: hours(1) },
});

// The user pool sees only our functions as its client, so its own limits per address cannot tell people apart.

/** A household or office shares an address; password spraying over many accounts from it is not possible. */
const signInPerAddress: RateLimit = {
  kind: 'sign-in-address',
  capacity: 60,
  refillSeconds: minutes(10),
};
/**
 * More than a person mistypes. Strangers have 50 tries an hour together and two a day from each new address: a thousand
 * addresses make 3,200 guesses a day, against two thousand million combinations of six letters and digits.
 */
export const passwordTries: TryLimits = {
  known: { kind: 'password-known', capacity: 10, refillSeconds: minutes(10) },
  address: {
    fresh: { kind: 'password-fresh', capacity: 2, refillSeconds: hours(24) },
    share: { kind: 'password-pair', capacity: 10, refillSeconds: minutes(10) },
  },
  strangers: { kind: 'password-strangers', capacity: 50, refillSeconds: hours(1) },
};
/** Enough for a class room, too few to fill the user pool with fake accounts. */
const signUpPerAddress: RateLimit = { kind: 'sign-up-address', capacity: 20, refillSeconds: hours(1) };
/**
 * Each new start mails a code. Separate from the next limit, so that failed starts do not use up the mails needed to finish.
 */
const signUps = hourlyTries('sign-up', 5);
/** Protects mailboxes from floods, and our sender reputation. */
const mails = hourlyTries('mail', 5);
const mailPerAddress: RateLimit = { kind: 'mail-address', capacity: 30, refillSeconds: hours(1) };
/**
 * A code has six digits. The browser that asked for it has five tries; all others together three an hour, below the ten
 * wrong ones after which the pool rejects the code. A new code gives five more tries, hence the limits of ten a day per
 * address and thirty per account: a year of guessing opens one account in a hundred.
 */
const codeTries: TryLimits = {
  known: { kind: 'code-known', capacity: 5, refillSeconds: hours(1) },
  strangers: { kind: 'code-strangers', capacity: 3, refillSeconds: hours(1) },
  byDay: {
    address: { kind: 'code-address-day', capacity: 10, refillSeconds: hours(24) },
    account: { kind: 'code-account-day', capacity: 30, refillSeconds: hours(24) },
  },
};
const codePerAddress: RateLimit = { kind: 'code-address', capacity: 60, refillSeconds: minutes(10) };
/** The browsers of a shared address refresh every quarter of an hour and on load; tabs share one refresh. */
const sessionPerAddress: RateLimit = {
  kind: 'session-address',
  capacity: 300,
  refillSeconds: minutes(10),
};

/** By the name of the route (core/contract/routes/accounts.ts). */
export const accountLimits = {
  'sign-up': { perAddress: signUpPerAddress, perEmail: signUps },
  'confirm-sign-up': { perAddress: codePerAddress, perEmail: codeTries },
  'resend-code': { perAddress: mailPerAddress, perEmail: mails },
  'sign-in': { perAddress: signInPerAddress, perEmail: passwordTries },
  'refresh-session': { perAddress: sessionPerAddress },
  'sign-out': { perAddress: sessionPerAddress },
  'forgot-password': { perAddress: mailPerAddress, perEmail: mails },
  'reset-password': { perAddress: codePerAddress, perEmail: codeTries },
} as const satisfies Record<string, AccountLimits>;

/** Limits of a route's class (core/contract/route.ts), per person and per address. */
export type ClassLimits = { perPerson: RateLimit; perAddress: RateLimit };

/**
 * Reads are counted in the memory of each warm function: that costs no call, but several functions allow several times as
 * much. It stops one caller from using up a function, no more. Writes and imports are counted exactly, in the table. An
 * address may be an office or a mobile network with a few dozen active people.
 */
export const classLimits = {
  reading: {
    perPerson: { kind: 'reading-person', capacity: 300, refillSeconds: minutes(1) },
    perAddress: { kind: 'reading-address', capacity: 1_500, refillSeconds: minutes(1) },
  },
  /** Two a second on average, 120 at once. */
  writing: {
    perPerson: { kind: 'writing-person', capacity: 120, refillSeconds: minutes(1) },
    perAddress: { kind: 'writing-address', capacity: 600, refillSeconds: minutes(1) },
  },
  /** Each takes minutes of browser time: ten at once, then one a minute. */
  importing: {
    perPerson: { kind: 'importing-person', capacity: 10, refillSeconds: minutes(10) },
    perAddress: { kind: 'importing-address', capacity: 60, refillSeconds: minutes(10) },
  },
  /** Each reads the catalog's changes of thirty days: twenty at once, as while a rule is chosen, then two a minute. */
  replaying: {
    perPerson: { kind: 'replaying-person', capacity: 20, refillSeconds: minutes(10) },
    perAddress: { kind: 'replaying-address', capacity: 120, refillSeconds: minutes(10) },
  },
} as const satisfies Record<string, ClassLimits>;

/** Maximum of unfinished imports of one person, because all share one queue. */
export const mostUnfinishedImports = 5;

/** Every purchase calls Stripe several times: far more than a person clicks, far less than would slow it down for others. */
export const purchasesPerPerson: RateLimit = {
  kind: 'purchase-person',
  capacity: 40,
  refillSeconds: minutes(10),
};
/** A code is short: ten tries an hour allow typing errors, not guessing. */
export const codesPerPerson: RateLimit = { kind: 'code-person', capacity: 10, refillSeconds: hours(1) };

/** A link's secret cannot be guessed; who tries is slowed down anyway. */
export const joinsPerPerson: RateLimit = { kind: 'join-person', capacity: 10, refillSeconds: hours(1) };

/** More plates than a person reads in ads in a day, too few to query the register for other people's cars. */
export const typedPlatesPerPerson: RateLimit = {
  kind: 'typed-plate-person',
  capacity: 12,
  refillSeconds: hours(24),
};

/**
 * Cars that a visitor without an account may value by their plates. The register's answers cost money, so all visitors
 * together have a limit too; and that of one plate keeps prices tried from many addresses from revealing its estimate.
 */
export const visitorChecks = {
  address: { kind: 'check-visitor', capacity: 3, refillSeconds: hours(24) },
  plate: { kind: 'check-visitor-plate', capacity: 3, refillSeconds: hours(24) },
  everybody: { kind: 'check-visitors', capacity: 300, refillSeconds: hours(24) },
} as const satisfies Record<string, RateLimit>;

/** Page requests of all imports to one marketplace without a browser: one every six seconds. */
export const pagesPerHour: RateLimit = { kind: 'pages-asked', capacity: 600, refillSeconds: hours(1) };
