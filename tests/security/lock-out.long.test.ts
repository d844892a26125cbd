import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, describe, expect, it } from 'vitest';
import { startUsers } from '../support/payment-world.ts';
import { startTestTable } from '../support/table.ts';

const publicOrigin = 'https://bilfund.example';

type AuthAnswer = { status: number; body: Record<string, unknown>; setCookies: string[] };
type AuthWorld = Awaited<ReturnType<typeof startAuthWorld>>;

/** The account routes with the embedded user pool and a table behind them, and browsers before them. */
async function startAuthWorld() {
  const table = await startTestTable({ plainCalls: true });
  const { users, mails, close: closeUsers } = await startUsers({ leastPasswordLength: 6 });
  Object.assign(process.env, { PUBLIC_ORIGIN: publicOrigin, LOG_LEVEL: 'error' });
  const { steadyAnswer } = await import('#functions/platform/answers.ts');
  const usualMs = steadyAnswer.ms;
  steadyAnswer.ms = 0;
  const api = await import('#functions/accounts/api.ts');
  const routes = {
    'sign-up': api.signUpRoute,
    confirm: api.confirmSignUpRoute,
    resend: api.resendCodeRoute,
    'sign-in': api.signInRoute,
    'sign-out': api.signOutRoute,
    refresh: api.refreshSessionRoute,
    forgot: api.forgotPasswordRoute,
    reset: api.resetPasswordRoute,
  };
  type Handler = (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2>;

  /** A browser at an address, which keeps the cookies that it is given. */
  function browser(address: string) {
    const jar = new Map<string, string>();
    return async (route: keyof typeof routes, body?: Record<string, unknown>): Promise<AuthAnswer> => {
      const event = {
        version: '2.0',
        headers: {
          origin: publicOrigin,
          'content-type': 'application/json',
          'x-client-address': `${address}:5000`,
        },
        cookies: [...jar].map(([name, value]) => `${name}=${value}`),
        ...(body && { body: JSON.stringify(body) }),
        isBase64Encoded: false,
        requestContext: { requestId: 'request-1', http: { sourceIp: '203.0.113.1' } },
      };
      const result = await (routes[route] as unknown as Handler)(event, {});
      const setCookies = result.cookies ?? [];
      for (const line of setCookies) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value) jar.set(name!, value);
        else jar.delete(name!);
      }
      return { status: result.statusCode ?? 0, body: JSON.parse(String(result.body)), setCookies };
    };
  }
  type Browser = ReturnType<typeof browser>;
  const codeOf = (email: string) => mails.findLast(({ to }) => to === email)?.code ?? '';

  return {
    table,
    users,
    mails,
    browser,
    codeOf,
    steadyAnswer,
    /** An account that is confirmed; nobody has signed in to it yet. */
    async join(from: Browser, email: string, password: string): Promise<void> {
      for (const answer of [
        await from('sign-up', { email, password }),
        await from('confirm', { email, code: codeOf(email) }),
      ])
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    async close(): Promise<void> {
      steadyAnswer.ms = usualMs;
      await closeUsers();
      await table.close();
    },
  };
}

const world = await startAuthWorld();
afterAll(() => world.close());

const password = 'the right one';
let people = 0;
const newEmail = () => `owner-${++people}@example.dk`;
const attackers = () => Array.from({ length: 50 }, (_, i) => world.browser(`198.51.100.${i + 1}`));

/** Fifty addresses, three wrong tries each; how each ended. */
async function hammer(tries: (from: ReturnType<AuthWorld['browser']>) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (const from of attackers()) for (let i = 0; i < 3; i++) statuses.push((await tries(from)).status);
  return statuses;
}

describe('while fifty addresses hammer an account', () => {
  it('the owner signs in with the right password during an attack, where they did before and at a new address', async () => {
    const email = newEmail();
    const home = world.browser('203.0.113.10');
    await world.join(home, email, password);
    expect((await home('sign-in', { email, password })).status).toBe(200);
    let guess = 0;
    let heard = 0;
    for (const from of attackers())
      for (let i = 0; i < 12; i++)
        if ((await from('sign-in', { email, password: `guess ${++guess}` })).status === 401) heard++;
    // Two from each address a day, and fifty an hour from all of them: hopeless, and no matter to the owner.
    expect(heard).toBe(150);
    expect((await home('sign-in', { email, password })).status).toBe(200);
    expect((await world.browser('203.0.113.11')('sign-in', { email, password })).status).toBe(200);
    expect(world.users.find(email)?.failed_logins).toBe(0);
    // The pool derives a key for each try that is heard.
  }, 240_000);

  it('the owner resets the password with a code during an attack', async () => {
    const email = newEmail();
    const home = world.browser('203.0.113.12');
    await world.join(home, email, password);
    await hammer((from) => from('forgot', { email }));
    const away = world.browser('203.0.113.13');
    expect((await away('forgot', { email })).status).toBe(200);
    await hammer((from) => from('reset', { email, code: '000000', password: 'a thief’s' }));
    const code = world.codeOf(email);
    expect((await away('reset', { email, code, password: 'a new one' })).status).toBe(200);
    expect((await away('sign-in', { email, password: 'a new one' })).status).toBe(200);
  });
});

describe('guessing', () => {
  it('a code accepts three wrong attempts of strangers', async () => {
    const email = newEmail();
    const home = world.browser('203.0.113.15');
    await world.join(home, email, password);
    await home('forgot', { email });
    const statuses = await hammer((from) => from('reset', { email, code: '000000', password: 'a thief’s' }));
    expect(statuses.filter((status) => status === 400)).toHaveLength(3);
  });

  it('new codes accept ten wrong attempts a day from an address and thirty from all', async () => {
    const email = newEmail();
    await world.join(world.browser('203.0.113.30'), email, password);
    /** Asks in one browser after the other, as long as it is mailed, and tries each code as often as it is heard. */
    const guesses = async (address: string) => {
      let heard = 0;
      for (let asked = 0; asked < 8; asked++) {
        const from = world.browser(address);
        await from('forgot', { email });
        for (let i = 0; i < 6; i++)
          if ((await from('reset', { email, code: 'none', password: 'a thief’s' })).status === 400) heard++;
      }
      return heard;
    };
    expect(await guesses('198.51.100.60')).toBe(10);
    let inAll = 10;
    for (let n = 1; n < 8; n++) inAll += await guesses(`198.51.100.${60 + n}`);
    // The pool hears some of them no more.
    expect(inAll).toBeGreaterThan(20);
    expect(inAll).toBeLessThanOrEqual(30);
  });

  it("attempts of strangers leave the owner's known address enough to reset the password", async () => {
    const email = newEmail();
    const home = world.browser('203.0.113.31');
    await world.join(home, email, password);
    await home('sign-in', { email, password });
    for (let n = 0; n < 12; n++) {
      const from = world.browser(`198.51.100.${80 + n}`);
      await from('forgot', { email });
      for (let i = 0; i < 5; i++) await from('reset', { email, code: 'none', password: 'a thief’s' });
    }
    await home('forgot', { email });
    const code = world.codeOf(email);
    expect((await home('reset', { email, code, password: 'a new one' })).status).toBe(200);
  });

  it('attempts on one account take nothing from another at the same address', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const shared = world.browser('203.0.113.16');
    await world.join(shared, other, password);
    for (let i = 0; i < 15; i++) await shared('sign-in', { email, password: `guess ${i}` });
    expect((await shared('sign-in', { email: other, password })).status).toBe(200);
  });
});

describe('a browser that is known', () => {
  it('a browser is known for the e-mail address that signed in there and for no other', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const attacker = world.browser('203.0.113.17');
    await world.join(attacker, email, password);
    const { setCookies } = await attacker('sign-in', { email, password });
    const device = setCookies.find((line) => line.startsWith('bilfund_device='));
    expect(device).toMatch(/; HttpOnly; SameSite=Strict; Path=\/api\/auth; Max-Age=\d+; Secure$/);
    const statuses: number[] = [];
    for (let i = 0; i < 20; i++)
      statuses.push((await attacker('sign-in', { email: other, password: `guess ${i}` })).status);
    expect(statuses.filter((status) => status === 401).length).toBe(12);
  });
});

describe('a sign-up that somebody else begins again', () => {
  it('a sign-up that a stranger repeats belongs to the owner who confirms the newest code', async () => {
    const email = newEmail();
    const [owner, thief] = [world.browser('203.0.113.20'), world.browser('203.0.113.21')];
    await owner('sign-up', { email, password });
    await thief('sign-up', { email, password: 'a thief’s' });
    const newest = { email, code: world.codeOf(email) };
    expect((await owner('confirm', newest)).status).toBe(400);
    expect((await world.browser('203.0.113.22')('confirm', newest)).status).toBe(400);
    expect((await thief('sign-in', { email, password: 'a thief’s' })).status).not.toBe(200);
    await owner('sign-up', { email, password });
    expect((await owner('confirm', { email, code: world.codeOf(email) })).status).toBe(200);
    expect((await owner('sign-in', { email, password })).status).toBe(200);
    expect((await thief('sign-in', { email, password: 'a thief’s' })).status).toBe(401);
  });

  it('an unconfirmed sign-up can be confirmed in another browser', async () => {
    const email = newEmail();
    const desk = world.browser('203.0.113.23');
    await desk('sign-up', { email, password: 'a slip' });
    await desk('sign-up', { email, password });
    const phone = world.browser('203.0.113.24');
    expect((await phone('confirm', { email, code: world.codeOf(email) })).status).toBe(200);
    expect((await phone('sign-in', { email, password })).status).toBe(200);
  });
});

describe('an e-mail whose account was erased', () => {
  it('signing up again after an erasure gives the month’s remaining imports once', async () => {
    const { eraseOwnAccount } = await import('#functions/accounts/erase.ts');
    const { getScrapesUsed } = await import('#functions/accounts/store.ts');
    const { changeItem } = await import('#functions/platform/table.ts');
    const { userKeys } = await import('#functions/platform/keys.ts');
    const { usageMonth } = await import('#core/payments/plan.ts');
    const month = usageMonth(new Date());
    const email = newEmail();
    const home = world.browser('203.0.113.40');
    const begin = async () => {
      await world.join(home, email, password);
      for (const _ of [1, 2]) expect((await home('sign-in', { email, password })).status).toBe(200);
      return world.users.find(email)!.sub;
    };
    const use = (userId: string, count: number) =>
      changeItem(userKeys.usage(userId, month), { set: { kind: 'USAGE' }, add: { scrapes_count: count } });
    const first = await begin();
    expect(await getScrapesUsed(first, month)).toBe(0);
    await use(first, 3);
    await eraseOwnAccount(first, password);
    const second = await begin();
    expect(second).not.toBe(first);
    expect(await getScrapesUsed(second, month)).toBe(3);
    await use(second, 4);
    await eraseOwnAccount(second, password);
    expect(await getScrapesUsed(await begin(), month)).toBe(7);
  });
});

describe('known and unknown accounts', () => {
  const wrong = { code: '000000', password: 'something' };
  it.each<[Parameters<ReturnType<AuthWorld['browser']>>[0], object]>([
    ['forgot', {}],
    ['resend', {}],
    ['reset', wrong],
    ['confirm', { code: wrong.code }],
    ['sign-in', { password: wrong.password }],
    ['sign-up', { password: wrong.password }],
  ])('%s answers alike for known and unknown accounts', async (route, fields) => {
    const known = newEmail();
    await world.join(world.browser(`203.0.113.${100 + people}`), known, password);
    const waiting = newEmail();
    await world.browser(`203.0.113.${100 + people}`)('sign-up', { email: waiting, password });
    const answers = [];
    for (const email of [known, newEmail(), ...(route === 'sign-in' ? [] : [waiting])]) {
      const { status, body } = await world.browser(`203.0.113.${150 + people}`)(route, { email, ...fields });
      answers.push(JSON.stringify({ status, body }));
    }
    expect([...new Set(answers)]).toHaveLength(1);
  });

  it('confirm answers alike for a sign-up that two browsers began, however often it was tried', async () => {
    const contested = newEmail();
    for (const n of [1, 2])
      await world.browser(`203.0.113.${200 + n}`)('sign-up', { email: contested, password });
    const worn = newEmail();
    await world.browser('203.0.113.203')('sign-up', { email: worn, password });
    // As the pool hears no more of a code after so many wrong ones.
    world.users.change(world.users.find(worn)!.sub, { wrong_codes: 10 });
    const answers = [];
    for (const email of [contested, worn, newEmail()]) {
      const { status, body } = await world.browser('203.0.113.210')('confirm', { email, code: '000000' });
      answers.push(JSON.stringify({ status, body }));
    }
    expect([...new Set(answers)]).toHaveLength(1);
  });

  it('the owner of an account gets a mail when somebody signs up with its address', async () => {
    const email = newEmail();
    await world.join(world.browser('203.0.113.30'), email, password);
    const before = world.mails.length;
    await world.browser('203.0.113.31')('sign-up', { email, password: 'another one' });
    expect(world.mails.slice(before)).toMatchObject([{ to: email, kind: 'forgot-password' }]);
    expect((await world.browser('203.0.113.32')('sign-in', { email, password })).status).toBe(200);
  });

  it('calls that take longer for known accounts are answered after the same time', async () => {
    const { steadily } = await import('#functions/platform/answers.ts');
    world.steadyAnswer.ms = 50;
    const startedAt = performance.now();
    await steadily(async () => 'at once');
    await expect(steadily(() => Promise.reject(new Error('at once')))).rejects.toThrow('at once');
    // Timers may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(96);
    world.steadyAnswer.ms = 0;
  });
});

describe('signing out and a new password', () => {
  it('signing out and a new password end the sessions in pool and table', async () => {
    const { readEnded } = await import('#functions/accounts/store.ts');
    const email = newEmail();
    const [desk, phone] = [world.browser('203.0.113.40'), world.browser('203.0.113.41')];
    await world.join(desk, email, password);
    const { body } = await desk('sign-in', { email, password });
    await phone('sign-in', { email, password });
    const { id } = body.user as { id: string };
    const claims = JSON.parse(
      Buffer.from(String(body.accessToken).split('.')[1]!, 'base64url').toString(),
    ) as { origin_jti: string; iat: number };
    expect((await desk('sign-out')).status).toBe(200);
    expect(await readEnded(id)).toEqual({
      isErased: false,
      allUntil: null,
      sessions: new Set([claims.origin_jti]),
    });
    expect((await phone('refresh')).status).toBe(200);
    await phone('forgot', { email });
    const reset = { email, code: world.codeOf(email), password: 'a new one' };
    expect((await phone('reset', reset)).status).toBe(200);
    const { allUntil } = await readEnded(id);
    expect(allUntil).toBeGreaterThanOrEqual(claims.iat);
    // Whoever signs in now holds a token of a later second.
    expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(allUntil!);
    expect((await phone('refresh')).status).toBe(401);
  });
});
