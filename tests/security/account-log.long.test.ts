import { afterAll, expect, it } from 'vitest';
import { callRoute } from '#tests/support/call-route.ts';
import { startShopWorld } from '#tests/support/shop-world.ts';

/*
 * An account's life, first undisturbed, then with every service out of order in turn. Its log is searched line by line as it
 * is written (tests/support/kept-log.ts), like the log of every other test that uses a world.
 */
const world = await startShopWorld();
const routes = await import('#functions/accounts/api.ts');
const origin = 'https://bilfund.example';
const email = 'mette.holm+biler@mail.example';
const newPassword = 'et nyt og hemmeligt ord';

// Closing throws when a line held a secret.
afterAll(() => world.close());

const auth = (route: unknown, body: object, headers = {}) =>
  callRoute<{ accessToken: string }>(route, { body, headers: { origin, ...headers } });
const cookieOf = (refreshToken: string) => ({ cookie: `bilfund_refresh=${refreshToken}` });

/** The code of the last mail to the person; from here on it is a secret. */
function mailedCode(): string {
  const { code } = world.userMails.at(-1)!;
  world.forbidInLog(`"${code}"`, ` ${code}`);
  return code;
}

it('the log of an account’s whole life names neither the person nor a key or token', async () => {
  const password = 'det første hemmelige ord';
  world.forbidInLog(email, 'mette.holm', password, newPassword);
  expect((await auth(routes.signUpRoute, { email, password })).status).toBe(200);
  await auth(routes.confirmSignUpRoute, { email, code: '000000' });
  expect((await auth(routes.confirmSignUpRoute, { email, code: mailedCode() })).status).toBe(200);
  await auth(routes.signInRoute, { email, password: 'not it' });
  await auth(routes.forgotPasswordRoute, { email });
  expect(
    (await auth(routes.resetPasswordRoute, { email, code: mailedCode(), password: newPassword })).status,
  ).toBe(200);
  const session = await auth(routes.signInRoute, { email, password: newPassword });
  expect(session.status).toBe(200);
  world.forbidInLog(session.body.accessToken);
  const { sub } = world.users.find(email)!;
  const person = world.person(sub);
  await world.pay((await person.subscribe('premium_monthly')).body.url);
  await world.pay((await person.buy('unlock_price')).body.url, { number: '4000000000000002' });
  await person.redeem('GUESSED-CODE');
  await person.history();
  await person.portal();
  await person.cancel();
  await person.reactivate();
  await world.advanceDays(31);
  await world.reconcile();
  expect((await person.export()).status).toBe(200);
  expect((await person.erase('wrong')).status).toBe(403);
  expect((await person.erase(newPassword)).status).toBe(200);
  await world.settled();
  await world.finishErasures();
  const messages = world.lines.map((line) => (JSON.parse(line) as { message?: string }).message);
  for (const expected of ['a plan changed', 'an event of Stripe’s was received', 'an account was erased'])
    expect(messages).toContain(expected);
});

it('the log of failures names neither the person nor a key or token', async () => {
  const person = world.person('unlucky');
  const before = world.lines.length;
  const everything = [
    () => auth(routes.signUpRoute, { email: 'uheldig@mail.example', password: newPassword }),
    () => auth(routes.resendCodeRoute, { email: 'uheldig@mail.example' }),
    () => auth(routes.confirmSignUpRoute, { email: 'uheldig@mail.example', code: '123456' }),
    () => auth(routes.signInRoute, { email: 'unlucky@example.dk', password: 'password of everybody' }),
    () => auth(routes.refreshSessionRoute, {}, cookieOf('a-refresh-token-that-is-long')),
    () => auth(routes.signOutRoute, {}, cookieOf('a-refresh-token-that-is-long')),
    () => auth(routes.forgotPasswordRoute, { email: 'unlucky@example.dk' }),
    () =>
      auth(routes.resetPasswordRoute, { email: 'unlucky@example.dk', code: '123456', password: newPassword }),
    () => person.subscribe('premium_monthly'),
    () => person.redeem('GUESSED-CODE'),
    () => person.history(),
    () => person.cancel(),
    () => world.deliver({ id: `evt_${world.lines.length}`, type: 'invoice.paid', object: { customer: 'c' } }),
    () => person.export(),
    () => person.erase(),
  ];
  world.forbidInLog('uheldig@', 'unlucky@', 'a-refresh-token', 'GUESSED-CODE');
  for (let nth = 1; nth <= 4; nth++)
    for (const call of everything) {
      world.faults.begin({ nth, when: 'before' });
      await call();
      world.faults.end();
    }
  world.useReal();
  process.env.STRIPE_API_URL = 'http://127.0.0.1:9';
  const { status } = await person.subscribe('premium_monthly');
  delete process.env.STRIPE_API_URL;
  world.use(world.guarded(world.provider));
  expect(status).toBe(503);
  const levels = world.lines.slice(before).map((line) => (JSON.parse(line) as { level?: string }).level);
  expect(levels.filter((level) => level === 'error').length).toBeGreaterThan(20);
});
