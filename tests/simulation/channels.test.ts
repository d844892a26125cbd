import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '#core/alerts/settings.ts';
import type { DomainEvent } from '#core/contract/messages.ts';
import { type PaymentState, planFromStripe } from '#core/payments/stripe.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { headerWords } from '#tests/support/hostile-words.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

type Posted = { address: string; headers: Record<string, string>; body: Buffer };

const posted: Posted[] = [];
let answer: () => number = () => 200;

const world = await worldOfFile('2026-11-21T12:00:00.000Z', { hasAlerts: true });
const { settle } = world;
const routes = await import('#functions/alerts/api.ts');
const { starCarRoute } = await import('#functions/cars/api.ts');
const { replaceServices } = await import('#functions/platform/services.ts');
replaceServices({
  async postOutside(address, { headers, body }) {
    posted.push({ address, headers, body: Buffer.from(body) });
    return answer();
  },
});
beforeEach(() => {
  posted.length = 0;
  world.mails.length = 0;
  answer = () => 200;
});

type Settings = {
  settings: typeof defaultSettings;
  email_state: string;
  webhook_secret: string | null;
  webhook_state: string;
  push: { public_key: string; devices: { id: string }[] };
};
const settingsOf = async (as: string) =>
  (await callRoute<Settings>(routes.getNotificationSettingsRoute, { as })).body;
const change = (as: string, fields: object) =>
  callRoute<Settings & { code: string }>(routes.changeNotificationSettingsRoute, {
    as,
    body: { ...defaultSettings, ...fields },
  });

async function premium(id: string): Promise<void> {
  await storePlan(id, { type: 'lifetime' });
  await settle();
  world.mails.length = 0;
}
let cars = 0;
/** A starred car whose price drops now. */
async function dropPrice(as: string, title = 'Škoda Octavia'): Promise<string> {
  const id = `66${++cars}`;
  await storeCar(makeCar({ id, title, priceDkk: 90_000 }));
  await callRoute(starCarRoute, { as, params: { id } });
  const event: DomainEvent = { type: 'price.dropped', carId: id, fromDkk: 100_000, toDkk: 90_000 };
  const { type, ...detail } = event;
  world.queues.send('notify', { body: JSON.stringify({ 'detail-type': type, detail }) });
  await settle();
  return id;
}

describe('mails', () => {
  it('premium users get mails in their language, with one click to unsubscribe', async () => {
    await premium('anna');
    const id = await dropPrice('anna');
    expect(world.mails).toMatchObject([
      {
        to: 'anna@example.com',
        subject: 'Price drop: Škoda Octavia',
        text: expect.stringContaining(`https://bilfund.example/car/${id}`),
        unsubscribe: expect.stringMatching(/^<https:\/\/bilfund\.example\/api\/unsubscribe\?token=[\w.-]+>$/),
      },
    ]);
    const token = /token=([\w.-]+)>/.exec(world.mails[0]!.unsubscribe!)![1]!;
    const click = (query: Record<string, string>) =>
      callRoute(routes.unsubscribeMailsRoute, { query, body: Buffer.from('List-Unsubscribe=One-Click') });
    const forged = token.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'));
    expect(await click({ token: forged })).toMatchObject({ status: 404 });
    expect(await click({ token })).toMatchObject({ status: 200 });
    expect((await settingsOf('anna')).email_state).toBe('unsubscribed');
    await dropPrice('anna');
    expect(world.mails).toHaveLength(1);
    expect(await click({ token, undo: '1' })).toMatchObject({ status: 200 });
    expect((await settingsOf('anna')).email_state).toBe('ok');
  });

  it('nothing is mailed to an address that its owner has not confirmed', async () => {
    await premium('unconfirmed-ida');
    await premium('ida');
    await dropPrice('unconfirmed-ida');
    await dropPrice('ida');
    expect(world.mails.map(({ to }) => to)).toEqual(['ida@example.com']);
  });

  it('saving settings leaves a kind of alert as it is if the app does not name it', async () => {
    const { price_drop: _, ...older } = defaultSettings.kinds;
    const off = { in_app: true, email: false, push: false, webhook: false };
    await change('otto', { kinds: { ...defaultSettings.kinds, price_drop: off } });
    const { status, body } = await change('otto', { kinds: { ...older, car_gone: off } });
    expect(status).toBe(200);
    expect(body.settings.kinds).toMatchObject({ price_drop: off, car_gone: off });
  });

  it('the foot of a mail links to a page that unsubscribes with one click', async () => {
    await premium('astrid');
    await dropPrice('astrid');
    const page = /https:\/\/bilfund\.example\/unsubscribe\?token=[\w.-]+/;
    expect(world.mails[0]!.text).toMatch(page);
    expect(world.mails[0]!.html).toMatch(page);
  });

  it('mails to a mailbox that refused them stay stopped, whatever is undone', async () => {
    await premium('aksel');
    await dropPrice('aksel');
    const token = /token=([\w.-]+)>/.exec(world.mails[0]!.unsubscribe!)![1]!;
    const { blockMails } = await import('#functions/alerts/store.ts');
    await blockMails('aksel', 'complained');
    const body = Buffer.from('List-Unsubscribe=One-Click');
    expect(
      await callRoute(routes.unsubscribeMailsRoute, { query: { token, undo: '1' }, body }),
    ).toMatchObject({
      status: 200,
    });
    expect((await settingsOf('aksel')).email_state).toBe('complained');
  });

  it('mails resume when the person asks for it in the settings, and by no other change of them', async () => {
    await premium('agnes');
    const { blockMails } = await import('#functions/alerts/store.ts');
    await blockMails('agnes', 'bounced');
    expect((await change('agnes', { quiet_hours: null })).body.email_state).toBe('bounced');
    expect((await change('agnes', { resume_mails: true })).body.email_state).toBe('ok');
    await dropPrice('agnes');
    expect(world.mails).toHaveLength(1);
  });

  it('users of the free plan get no alert mails', async () => {
    await dropPrice('bo');
    world.advance(3_600_000);
    await settle();
    expect(world.mails).toEqual([]);
    expect((await settingsOf('bo')).email_state).toBe('premium_only');
  });

  it('everybody gets mails about their payments, on the free plan too', async () => {
    const boost = (payment: PaymentState) =>
      planFromStripe({
        subscriptions: [],
        purchases: [
          {
            id: 'cs_1',
            product: 'deal_finder_boost',
            paidAt: '2026-11-21T12:00:00.000Z',
            paymentId: 'pi_1',
            payment,
          },
        ],
      });
    for (const [n, payment] of (['stands', 'refunded'] as const).entries()) {
      await storePlan('benny', boost(payment), n + 1);
      await settle();
    }
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['benny@example.com', 'Premium is active'],
      ['benny@example.com', 'Refunded: Premium (10 Days)'],
    ]);
    await change('benny', {
      kinds: {
        ...defaultSettings.kinds,
        plan_changed: { ...defaultSettings.kinds.plan_changed, email: false },
      },
    });
    await storePlan('benny', boost('stands'), 3);
    await settle();
    expect(world.mails).toHaveLength(2);
  });

  it('a mail has one recipient and one subject, whatever a title contains', async () => {
    await premium('carl');
    for (const words of headerWords) {
      world.mails.length = 0;
      await dropPrice('carl', words);
      expect(world.mails).toHaveLength(1);
      expect(world.mails[0]).toMatchObject({ to: 'carl@example.com' });
      expect(world.mails[0]!.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }
  });

  it.each([
    ['Email Bounced', { bounce: { bounceType: 'Permanent' } }, 'bounced'],
    ['Email Complaint Received', {}, 'complained'],
    ['Email Bounced', { bounce: { bounceType: 'Transient' } }, 'ok'],
  ])('after “%s” %j mails are %s', async (type, fields, state) => {
    const as = `dora-${state}`;
    await premium(as);
    const detail = { mail: { tags: { person: [as] } }, ...fields };
    world.queues.send('notify', { body: JSON.stringify({ 'detail-type': type, source: 'aws.ses', detail }) });
    await settle();
    expect((await settingsOf(as)).email_state).toBe(state);
    await dropPrice(as);
    expect(world.mails).toHaveLength(state === 'ok' ? 1 : 0);
  });

  it('a refused mail with a code, which names no person, is logged', async () => {
    const detail = { mail: { tags: {} }, bounce: { bounceType: 'Permanent' } };
    const refused = () => world.log.filter((line) => line.includes('a mail was refused')).length;
    const before = refused();
    world.queues.send('notify', { body: JSON.stringify({ 'detail-type': 'Email Bounced', detail }) });
    await settle();
    expect(refused()).toBe(before + 1);
  });

  it('mails wait for the end of quiet hours, the inbox does not', async () => {
    await premium('erik');
    await change('erik', { quiet_hours: { from: '12:00', to: '23:00' } });
    world.advance(Date.parse('2026-11-21T15:00:00.000Z') - Date.now());
    await dropPrice('erik');
    await dropPrice('erik');
    expect(world.mails).toEqual([]);
    world.advance(Date.parse('2026-11-21T22:00:00.000Z') - Date.now());
    await settle();
    expect(world.mails).toMatchObject([{ subject: expect.stringMatching(/ and 1 more$/) }]);
  });

  it('mails are not sent for kinds that the person switched off', async () => {
    await premium('freja');
    const price_drop = { in_app: true, email: false, push: true, webhook: true };
    await change('freja', { kinds: { ...defaultSettings.kinds, price_drop } });
    await dropPrice('freja');
    expect(world.mails).toEqual([]);
  });
});

describe('pushes', () => {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys().toString('base64url');
  const auth = randomBytes(16);
  const device = {
    endpoint: 'https://push.example.com/send/1',
    keys: { p256dh, auth: auth.toString('base64url') },
  };

  /** What the browser reads (RFC 8291). */
  function open(body: Buffer): { title: string; path: string } {
    const [salt, theirPublic, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const derive = (key: Buffer, with_: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', key, with_, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirPublic]);
    const ikm = derive(browser.computeSecret(theirPublic), auth, info, 32);
    const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8'));
  }

  it('a push reaches the browser that subscribed, and only it can decrypt it', async () => {
    await premium('gert');
    const added = await callRoute<{ id: string }>(routes.addPushSubscriptionRoute, {
      as: 'gert',
      body: device,
    });
    expect(added.status).toBe(201);
    expect(
      (await callRoute<{ id: string }>(routes.addPushSubscriptionRoute, { as: 'gert', body: device })).body,
    ).toEqual(added.body);
    const id = await dropPrice('gert', 'Volvo V60');
    expect(posted).toHaveLength(1);
    expect(posted[0]!.body.toString('latin1')).not.toContain('Volvo');
    expect(open(posted[0]!.body)).toEqual({
      id: expect.any(String),
      title: 'Price drop: Volvo V60',
      message: expect.stringMatching(/^Now /),
      path: `/car/${id}`,
    });
    const { public_key } = (await settingsOf('gert')).push;
    expect(posted[0]!.headers.authorization).toContain(`k=${public_key}`);
    expect(Buffer.from(public_key, 'base64url')).toHaveLength(65);
  });

  it("pushes end when the browser's subscription is gone", async () => {
    answer = () => 410;
    await dropPrice('gert');
    expect((await settingsOf('gert')).push.devices).toEqual([]);
    answer = () => 200;
    posted.length = 0;
    await dropPrice('gert');
    expect(posted).toEqual([]);
  });

  it('pushes are retried while the push service is down and arrive once', async () => {
    await callRoute(routes.addPushSubscriptionRoute, { as: 'hans', body: device });
    await premium('hans');
    posted.length = 0;
    answer = () => 503;
    await dropPrice('hans');
    expect(posted).toHaveLength(1);
    answer = () => 201;
    for (let minute = 0; minute < 10; minute++) {
      world.advance(60_000);
      await settle();
    }
    expect(posted).toHaveLength(2);
    expect(world.mails).toHaveLength(1);
  });

  it.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://example.com:8443/x',
    'https://example.com:22/x',
    'https://example.com:80/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://[::1]/x',
    'https://user:secret@push.example.com/x',
    'https://metadata.internal/x',
    'ftp://push.example.com/x',
    'nonsense',
  ])('pushes are not sent to %s', async (endpoint) => {
    const refused = await callRoute(routes.addPushSubscriptionRoute, {
      as: 'ida',
      body: { ...device, endpoint },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'address_refused' } });
    const webhook = await change('ida', { webhook: { url: endpoint, format: 'json' } });
    expect(webhook).toMatchObject({ status: 400, body: { code: 'address_refused' } });
  });
});

describe('webhooks', () => {
  it('a webhook gets a signed document', async () => {
    await premium('jens');
    const webhook = { url: 'https://hooks.example.com/a', format: 'json' as const };
    const { body } = await change('jens', { webhook });
    const id = await dropPrice('jens');
    const [one] = posted;
    expect(JSON.parse(String(one!.body))).toMatchObject({
      kind: 'price_drop',
      car_id: id,
      url: `https://bilfund.example/car/${id}`,
    });
    const [, seconds, given] = /^t=(\d+),v1=(\w+)$/.exec(one!.headers['bilfund-signature']!) ?? [];
    const expected = createHmac('sha256', body.webhook_secret!)
      .update(`${seconds}.${one!.body}`)
      .digest('hex');
    expect(given).toBe(expected);
    const kept = await change('jens', { webhook, quiet_hours: null });
    expect(kept.body.webhook_secret).toBe(body.webhook_secret);
    for (const url of ['https://hooks.example.com/b', 'https://other.example.com/a']) {
      const moved = await change('jens', { webhook: { ...webhook, url } });
      expect(moved.body.webhook_secret).toBe(body.webhook_secret);
    }
    const renewed = await change('jens', { webhook, renew_webhook_secret: true });
    expect(renewed.body.webhook_secret).toMatch(/^[\w-]{32}$/);
    expect(renewed.body.webhook_secret).not.toBe(body.webhook_secret);
    const removed = await change('jens', { webhook: null, renew_webhook_secret: true });
    expect(removed.body.webhook_secret).toBeNull();
    const again = await change('jens', { webhook });
    expect(again.body.webhook_secret).not.toBe(renewed.body.webhook_secret);
  });

  it.each([
    [204, true],
    [404, false],
    [500, false],
    [0, false],
  ])('a test of a webhook reports its answer %i', async (status, isTaken) => {
    await premium('mona');
    posted.length = 0;
    answer = () => {
      if (status === 0) throw new Error('nobody answers');
      return status;
    };
    const webhook = { url: `https://hooks.example.com/${status}`, format: 'json' as const };
    const { body } = await change('mona', { webhook, test_webhook: true });
    expect(body).toMatchObject({ webhook_test: { status, is_taken: isTaken }, webhook_state: 'ok' });
    expect(posted).toHaveLength(1);
    const [{ body: sent, headers }] = posted as [(typeof posted)[number]];
    expect(JSON.parse(String(sent))).toMatchObject({ kind: 'test', title: 'Test from Bilfund', cars: [] });
    const [, seconds, given] = /^t=(\d+),v1=(\w+)$/.exec(headers['bilfund-signature']!) ?? [];
    const signed = createHmac('sha256', body.webhook_secret!).update(`${seconds}.${sent}`).digest('hex');
    expect(given).toBe(signed);
    expect((await change('mona', { webhook })).body).not.toHaveProperty('webhook_test');
    expect(posted).toHaveLength(1);
    expect((await change('mona', { webhook: null, test_webhook: true })).body).not.toHaveProperty(
      'webhook_test',
    );
    expect(posted).toHaveLength(1);
  });

  it('a webhook can use the format of ntfy, with headers of one line', async () => {
    await premium('kaja');
    await change('kaja', { webhook: { url: 'https://ntfy.example.com/cars', format: 'ntfy' } });
    await dropPrice('kaja', 'Golf\r\nActions: view, evil');
    const { headers, body } = posted[0]!;
    expect(headers.title).toMatch(/^=\?UTF-8\?B\?[\w+/=]+\?=$/);
    expect(String(body)).toMatch(/^Now 90\.000 kr\./);
  });

  it('a webhook can be a channel of Discord or Slack, where a seller’s title calls nobody and draws no link', async () => {
    await premium('karl');
    const title = 'Golf @everyone <!channel> <https://evil.example|kup> & co';
    await change('karl', {
      webhook: { url: 'https://discord.example.com/api/webhooks/1', format: 'discord' },
    });
    const id = await dropPrice('karl', title);
    expect(JSON.parse(String(posted[0]!.body))).toEqual({
      embeds: [
        {
          title: expect.stringContaining('\\|kup\\>'),
          description: expect.stringContaining('90.000 kr.'),
          url: `https://bilfund.example/car/${id}`,
        },
      ],
      allowed_mentions: { parse: [] },
    });
    await change('karl', { webhook: { url: 'https://slack.example.com/services/1', format: 'slack' } });
    await dropPrice('karl', title);
    const { text } = JSON.parse(String(posted.at(-1)!.body)) as { text: string };
    expect(text).toContain('&lt;!channel&gt;');
    expect(text).toContain('&amp; co');
    expect(text.match(/<[^>]*>/g)).toEqual([expect.stringMatching(/^<https:\/\/bilfund\.example\/car\//)]);
    expect(text).toContain('90.000 kr.');
  });

  it('a failing webhook is shown as failing and finally disabled', async () => {
    await premium('lars');
    await change('lars', { webhook: { url: 'https://hooks.example.com/down', format: 'json' } });
    answer = () => 500;
    await dropPrice('lars');
    for (let step = 0; step < 10; step++) {
      world.advance(30 * 60_000);
      await settle();
    }
    expect(posted).toHaveLength(5);
    expect((await settingsOf('lars')).webhook_state).toBe('failing');
    expect(world.mails.filter(({ to }) => to.startsWith('lars'))).toHaveLength(1);
  });
});
