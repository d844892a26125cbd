import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountLimits,
  addressBlock,
  type BucketRule,
  classLimits,
  networkOf,
  permitMs,
  type RateLimit,
  rateHeaders,
  takePermit,
} from '#core/accounts/rate-limits.ts';

describe('addressBlock', () => {
  it.each([
    ['198.51.100.10:46532', '198.51.100.10'],
    ['198.51.100.10', '198.51.100.10'],
    ['::ffff:198.51.100.10', '198.51.100.10'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348:443', '2001:db8:85a3:8d3::/64'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3::/64'],
    ['2001:0DB8:85A3:08D3::9:51234', '2001:db8:85a3:8d3::/64'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    // A "::" in the first half stands for as many groups as are missing from eight.
    ['2001::8d3:0:0:0:1', '2001:0:0:8d3::/64'],
    ['2001:db8::8d3:0:0:0:1', '2001:db8:0:8d3::/64'],
    ['2001:db8:1', '2001:db8:1:0::/64'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
  ])('the address block of %s is %s', (given, expected) => {
    expect(addressBlock(given)).toBe(expected);
  });

  it('a household has one address block, whatever port and host part it uses', () => {
    const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16));
    const port = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(
        fc.tuple(group, group, group, group),
        fc.tuple(group, group, group, group),
        port,
        (net, host, p) => {
          expect(addressBlock(`${[...net, ...host].join(':')}:${p}`)).toBe(`${net.join(':')}::/64`);
          expect(addressBlock(`${net.join(':')}::${host[3]}:${p}`)).toBe(`${net.join(':')}::/64`);
        },
      ),
    );
  });

  it('the address block never depends on the port', () => {
    const ports = fc.tuple(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }));
    const addresses = fc.oneof(fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(addresses, ports, (address, [one, two]) => {
        expect(addressBlock(`${address}:${one}`)).toBe(addressBlock(`${address}:${two}`));
      }),
    );
  });
});

describe('networkOf', () => {
  it.each([
    ['198.51.100.10:46532', '198.51.100.0/24'],
    ['::ffff:198.51.100.200', '198.51.100.0/24'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348:443', '2001:db8:85a3::/48'],
    ['2001:db8:85a3:ffff::1', '2001:db8:85a3::/48'],
    ['127.0.0.1:5000', null],
    ['::1', null],
    ['', null],
  ])('the network of %s is %s', (given, expected) => {
    expect(networkOf(given)).toBe(expected);
  });
});

const rules = fc.record({
  capacity: fc.integer({ min: 1, max: 500 }),
  refillSeconds: fc.integer({ min: 1, max: 86_400 }),
});
const start = Date.UTC(2026, 0, 1);

/** Takes permits at the given pauses and returns the instants at which one was given. */
function play(
  rule: BucketRule,
  pausesMs: readonly number[],
): { givenMs: number[]; fullAtMs: number | null; nowMs: number } {
  const givenMs: number[] = [];
  let fullAtMs: number | null = null;
  let nowMs = start;
  for (const pause of pausesMs) {
    nowMs += pause;
    const take = takePermit(rule, fullAtMs, nowMs);
    if (!take.taken) continue;
    fullAtMs = take.fullAtMs;
    givenMs.push(nowMs);
  }
  return { givenMs, fullAtMs, nowMs };
}

const pauses = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 300 });

/** The number of whole permits in a bucket. `fullAtMs` is null for an untouched bucket. */
function permitsLeft(rule: BucketRule, fullAtMs: number | null, nowMs: number): number {
  const missing = Math.max(0, (fullAtMs ?? nowMs) - nowMs) / permitMs(rule);
  return Math.max(0, Math.floor(rule.capacity - missing));
}

describe('the token bucket', () => {
  it('a token bucket gives exactly its capacity at once and then refuses', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const { givenMs } = play(rule, new Array<number>(rule.capacity + 5).fill(0));
        expect(givenMs).toHaveLength(rule.capacity);
      }),
    );
  });

  it('a token bucket never gives more in any window than its capacity and its refill', () => {
    fc.assert(
      fc.property(rules, pauses, (rule, gaps) => {
        const { givenMs } = play(rule, gaps);
        for (let from = 0; from < givenMs.length; from++) {
          const window = givenMs.at(-1)! - givenMs[from]!;
          expect(givenMs.length - from).toBeLessThanOrEqual(
            rule.capacity + Math.floor(window / permitMs(rule)),
          );
        }
      }),
    );
  });

  it('a token bucket refuses exactly when no whole permit is left', () => {
    fc.assert(
      fc.property(rules, pauses, (rule, gaps) => {
        const { fullAtMs, nowMs } = play(rule, gaps);
        expect(takePermit(rule, fullAtMs, nowMs).taken).toBe(permitsLeft(rule, fullAtMs, nowMs) >= 1);
      }),
    );
  });

  it('a token bucket gives a permit after the wait it names, and not a second earlier', () => {
    fc.assert(
      fc.property(rules, pauses, (rule, gaps) => {
        const { fullAtMs, nowMs } = play(rule, [...gaps, ...new Array<number>(rule.capacity).fill(0)]);
        const refused = takePermit(rule, fullAtMs, nowMs);
        if (refused.taken) throw new Error('the bucket should be empty');
        const wait = refused.retryAfterSeconds * 1000;
        expect(takePermit(rule, fullAtMs, nowMs + wait).taken).toBe(true);
        if (wait > 1000) expect(takePermit(rule, fullAtMs, nowMs + wait - 1000).taken).toBe(false);
      }),
    );
  });

  it('a token bucket is full again after its refill time', () => {
    fc.assert(
      fc.property(rules, pauses, (rule, gaps) => {
        const { fullAtMs, nowMs } = play(rule, gaps);
        // Rounding a permit's time up to milliseconds adds less than 1 ms per permit.
        const later = nowMs + rule.refillSeconds * 1000 + rule.capacity;
        expect(permitsLeft(rule, fullAtMs, later)).toBe(rule.capacity);
      }),
    );
  });
});

describe('the rate limits of the account routes', () => {
  it('a person may mistype a password ten times in ten minutes', () => {
    const { known } = accountLimits['sign-in'].perEmail;
    expect(play(known, new Array<number>(20).fill(0)).givenMs).toHaveLength(10);
    expect(known.refillSeconds).toBe(600);
  });

  it('resending a code and resetting a password share a limit of five mails an hour', () => {
    const [resend, forgot] = [
      accountLimits['resend-code'].perEmail,
      accountLimits['forgot-password'].perEmail,
    ];
    expect(resend).toBe(forgot);
    expect(resend.strangers).toMatchObject({ capacity: 5, refillSeconds: 3600 });
  });

  it('a rate limit means the same wherever its kind is used', () => {
    const limitsIn = (value: unknown): RateLimit[] => {
      if (typeof value !== 'object' || value === null) return [];
      return 'kind' in value ? [value as RateLimit] : Object.values(value).flatMap(limitsIn);
    };
    const all = limitsIn(accountLimits);
    expect(all.length).toBeGreaterThan(20);
    for (const limit of all)
      for (const other of all) if (limit.kind === other.kind) expect(limit).toEqual(other);
  });
});

describe('what a caller is told of their limit', () => {
  const limit = { kind: 'reading', capacity: 10, refillSeconds: 60 };

  it.each([
    ['a full bucket', 0, 'r=10;t=0'],
    ['one that misses a permit', 6_000, 'r=9;t=6'],
    ['one that misses a part of a permit', 1, 'r=9;t=1'],
    ['an empty one', 60_000, 'r=0;t=60'],
    ['one that is full since', -5_000, 'r=10;t=0'],
  ])('says of %s what is left and when all is', (_, untilFullMs, left) => {
    expect(rateHeaders(limit, 1_000_000 + untilFullMs, 1_000_000)).toEqual({
      'ratelimit-policy': '"reading";q=10;w=60',
      ratelimit: `"reading";${left}`,
    });
  });

  it('names each limit of the product as a string of a structured field', () => {
    for (const { perPerson } of Object.values(classLimits))
      expect(rateHeaders(perPerson, 0, 0)['ratelimit-policy']).toMatch(/^"[a-z-]+";q=\d+;w=\d+$/);
  });
});
