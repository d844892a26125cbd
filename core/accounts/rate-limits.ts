/** At most `capacity` permits at once; an empty bucket is full again after `refillSeconds`. */
export type BucketRule = { capacity: number; refillSeconds: number };

/** How long one permit takes to come back. */
export function permitMs(rule: BucketRule): number {
  return Math.ceil((rule.refillSeconds * 1000) / rule.capacity);
}

/**
 * The latest instant at which a bucket may become full while it still holds a permit now.
 * A bucket is one number, the instant at which it is full again: permits missing now = time until then / time per permit.
 * One number means that a permit is taken by one conditional addition, without reading first (generic cell rate algorithm).
 */
export function latestFullAtMs(rule: BucketRule, nowMs: number): number {
  return nowMs + permitMs(rule) * (rule.capacity - 1);
}

/** Seconds until a refused bucket holds a permit again, at least 1. */
export function retryAfterSeconds(rule: BucketRule, fullAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((fullAtMs - latestFullAtMs(rule, nowMs)) / 1000));
}

/** Takes one permit: the bucket's new number, or how long to wait. */
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
 * The source of a request for counting: an IPv4 address, or the /64 of an IPv6 one, because a household is given a whole /64.
 * CloudFront-Viewer-Address always ends with ":port" and puts no brackets around IPv6 (2001:db8::9:51234 is 2001:db8::9);
 * other sources give the bare address, which here looks the same. Whether the last group is read as a port or as part of
 * the address changes nothing but for a "::" inside the first half, and there it stays the same network each time.
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
 * The network that an address lies in, wider than what is counted: the /24 of an IPv4 address, the /48 of an IPv6 one. Who has
 * several addresses has most of them there. Null for this machine's own, and where there is none.
 */
export function networkOf(clientAddress: string): string | null {
  const block = addressBlock(clientAddress);
  if (block === 'unknown' || block.startsWith('127.') || block === '0:0:0:0::/64') return null;
  if (!block.includes(':')) return `${block.split('.').slice(0, 3).join('.')}.0/24`;
  return `${block.split(':').slice(0, 3).join(':')}::/48`;
}

/** Limits of the same `kind` share their buckets. */
export type RateLimit = BucketRule & { kind: string };
/**
 * How often something may be tried for one e-mail. Whoever is known (by the browser in which they signed in, or which asked
 * for the code) has a bucket of their own, so that no stranger uses it up. An address that is new to the e-mail has a little
 * room beside the bound that all strangers share, so that its owner on a new device is not shut out by them either.
 */
export type TryLimits = {
  known: RateLimit;
  /** An address for this e-mail: its own few, taken before the bound of all strangers, and its share of that bound. */
  address?: { fresh: RateLimit; share: RateLimit };
  strangers: RateLimit;
  /** Beside the others, for who is not known by having signed in: from one address, and for the account in all. */
  byDay?: { address: RateLimit; account: RateLimit };
};
export type AccountLimits = { perAddress: RateLimit; perEmail?: TryLimits };

const minutes = (count: number) => count * 60;
const hours = (count: number) => count * 3600;

/** Tries of one kind an hour, from a known browser, from one address and from all strangers alike; one a day from a new address. */
const hourlyTries = (kind: string, capacity: number): TryLimits => ({
  known: { kind: `${kind}-known`, capacity, refillSeconds: hours(1) },
  address: {
    fresh: { kind: `${kind}-fresh`, capacity: 1, refillSeconds: hours(24) },
    share: { kind: `${kind}-pair`, capacity, refillSeconds: hours(1) },
  },
  strangers: { kind: `${kind}-strangers`, capacity, refillSeconds: hours(1) },
});

// Behind our functions the user pool sees one caller only, so its own limits per address cannot tell people apart.

/** A household or an office shares one address; passwords cannot be sprayed over many accounts from it. */
const signInPerAddress: RateLimit = {
  kind: 'sign-in-address',
  capacity: 60,
  refillSeconds: minutes(10),
};
/**
 * More than a person mistypes. Strangers have 50 tries an hour together and two a day from each new address: a thousand
 * addresses make 3,200 guesses a day, where six letters and digits have two thousand million combinations.
 */
export const passwordTries: TryLimits = {
  known: { kind: 'password-known', capacity: 10, refillSeconds: minutes(10) },
  address: {
    fresh: { kind: 'password-fresh', capacity: 2, refillSeconds: hours(24) },
    share: { kind: 'password-pair', capacity: 10, refillSeconds: minutes(10) },
  },
  strangers: { kind: 'password-strangers', capacity: 50, refillSeconds: hours(1) },
};
/** Enough for a class room, too few to fill the user pool with made-up accounts. */
const signUpPerAddress: RateLimit = { kind: 'sign-up-address', capacity: 20, refillSeconds: hours(1) };
/** Beginning again mails a new code each time. Apart from the next limit, so that a clumsy start leaves mails to finish with. */
const signUps = hourlyTries('sign-up', 5);
/** Nobody's mailbox is flooded through us, and our mailer keeps its reputation. */
const mails = hourlyTries('mail', 5);
const mailPerAddress: RateLimit = { kind: 'mail-address', capacity: 30, refillSeconds: hours(1) };
/**
 * A code has six digits. The browser that asked for it tries it five times; all others together three times an hour, below
 * the ten wrong ones after which the pool hears no more of a code. Asking again gives five more: therefore ten a day from an
 * address and thirty for an account, whoever asked, so that a year of guessing opens one account in a hundred.
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

/** By the route's name (core/contract/routes/accounts.ts). */
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

/** Of the classes of a row (core/contract/route.ts), for each person and for each address. */
export type ClassLimits = { perPerson: RateLimit; perAddress: RateLimit };

/**
 * Reading is counted in the memory of each warm function, so it costs no call and several of them allow several times as
 * much: it keeps one caller from filling a function, not from the last request. Writing and importing are counted in the
 * table, exactly. An address is an office or a mobile network: a few dozen people who are busy at once.
 */
export const classLimits = {
  reading: {
    perPerson: { kind: 'reading-person', capacity: 300, refillSeconds: minutes(1) },
    perAddress: { kind: 'reading-address', capacity: 1_500, refillSeconds: minutes(1) },
  },
  /** Two a second without end, a hundred and twenty at once. */
  writing: {
    perPerson: { kind: 'writing-person', capacity: 120, refillSeconds: minutes(1) },
    perAddress: { kind: 'writing-address', capacity: 600, refillSeconds: minutes(1) },
  },
  /** Each is minutes of a browser's work: ten at once, then one a minute. */
  importing: {
    perPerson: { kind: 'importing-person', capacity: 10, refillSeconds: minutes(10) },
    perAddress: { kind: 'importing-address', capacity: 60, refillSeconds: minutes(10) },
  },
} as const satisfies Record<string, ClassLimits>;

/** Imports of one person that have not ended: the queue is everybody's, and nobody waits behind more than these of another. */
export const mostUnfinishedImports = 5;

/** Every purchase asks Stripe several times: far more than a person clicks, far less than would slow it down for others. */
export const purchasesPerPerson: RateLimit = {
  kind: 'purchase-person',
  capacity: 40,
  refillSeconds: minutes(10),
};
/** A code is short: ten tries an hour are for typing, not for guessing. */
export const codesPerPerson: RateLimit = { kind: 'code-person', capacity: 10, refillSeconds: hours(1) };

/** More plates than a person sees in ads in a day's reading, too few to ask the register of other people's cars. */
export const typedPlatesPerPerson: RateLimit = {
  kind: 'typed-plate-person',
  capacity: 12,
  refillSeconds: hours(24),
};

/** What all imports together ask of one marketplace without a browser: at a page each six seconds, hour by hour. */
export const pagesPerHour: RateLimit = { kind: 'pages-asked', capacity: 600, refillSeconds: hours(1) };
