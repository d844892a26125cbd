import { createECDH, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sentFrom } from '#core/alerts/settings.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

await worldOfFile('2026-11-21T08:00:00.000Z');

const me = 'anna';

it('news that wait are sent at the time that the settings name now, and at once without a digest', async () => {
  const { changeNotificationSettingsRoute } = await import('#functions/alerts/api.ts');
  const { outgoingItem } = await import('#functions/alerts/store.ts');
  const { putItem, queryAll } = await import('#functions/platform/table.ts');
  const { userKeys } = await import('#functions/platform/keys.ts');
  const alert = { kind: 'price_drop', car: { id: '1', title: 'Octavia', priceDkk: 1 }, fromDkk: 2 } as const;
  const outgoing = { userId: me, alerts: [{ id: 'n', at: 'x', alert }], done: [] };
  const { clock } = await import('#functions/platform/clock.ts');
  const now = clock.now();
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString();
  await putItem(outgoingItem({ ...outgoing, id: 'new', dueAt: tomorrow, attempts: 0 }));
  await putItem(outgoingItem({ ...outgoing, id: 'tried', dueAt: tomorrow, attempts: 1 }));
  const dueAfter = async (daily_digest: string | null) => {
    const body = { kinds: {}, quiet_hours: null, daily_digest, muted_searches: [], webhook: null };
    expect((await callRoute(changeNotificationSettingsRoute, { as: me, body })).status).toBe(200);
    const items = await queryAll(userKeys.partition(me), userKeys.outgoingPrefix);
    for (const { gsi2sk, dueAt } of items) expect(String(gsi2sk)).toContain(String(dueAt));
    return Object.fromEntries(items.map(({ id, dueAt }) => [String(id), String(dueAt)]));
  };
  for (const digest of ['18:00', '06:30'] as const) {
    const due = sentFrom(now, ['price_drop'], { daily_digest: digest, quiet_hours: null });
    expect(await dueAfter(digest)).toEqual({ new: due.toISOString(), tried: tomorrow });
  }
  const { new: atOnce } = await dueAfter(null);
  expect(Date.parse(atOnce!)).toBeLessThanOrEqual(clock.now().getTime());
});

it('a setting, kind or channel that the app does not know yet stays as it was chosen', async () => {
  const { changeNotificationSettingsRoute } = await import('#functions/alerts/api.ts');
  const change = async (body: object) => {
    type Answer = {
      settings: { kinds: Record<string, Record<string, boolean>> };
      webhook_secret: string | null;
    };
    return (await callRoute<Answer>(changeNotificationSettingsRoute, { as: 'cleo', body })).body;
  };
  const chosen = {
    quiet_hours: { from: '22:00', to: '07:00' },
    daily_digest: '18:00',
    muted_searches: ['a-search'],
    webhook: { url: 'https://hooks.example.com/a', format: 'json' },
  };
  const kinds = { new_cars: { email: false }, price_drop: { push: false } };
  const { webhook_secret } = await change({ ...chosen, kinds });
  const changed = await change({ kinds: { new_cars: { webhook: false } } });
  expect(changed.settings).toMatchObject(chosen);
  expect(changed.settings.kinds.new_cars).toEqual({ in_app: true, email: false, push: true, webhook: false });
  expect(changed.settings.kinds.price_drop).toMatchObject({ email: true, push: false });
  expect(changed.webhook_secret).toEqual(webhook_secret);
  expect(await change({ kinds: {} })).toEqual(changed);
});

it('a daily digest of many alerts is one push to each device', async () => {
  const { channels } = await import('#functions/alerts/channels.ts');
  const { saveAlertSettings, savePushDevice } = await import('#functions/alerts/store.ts');
  const { completeSettings } = await import('#core/alerts/settings.ts');
  const { replaceServices } = await import('#functions/platform/services.ts');
  const pushed: string[] = [];
  replaceServices({ postOutside: async (address) => pushed.push(address) && 201 });
  const userId = 'bo';
  const devices = ['https://push.example/phone', 'https://push.example/laptop'];
  for (const endpoint of devices) {
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
    await savePushDevice(userId, { id: endpoint.slice(-5), endpoint, keys, label: '', createdAt: '' });
  }
  const words = { title: 'New car', message: 'A car.', carId: null, path: null, cars: [] };
  const alerts = ['1', '2', '3', '4'].map((id) => ({ id, kind: 'new_cars' as const, at: '', words }));
  const pushesWith = async (daily_digest: string | null) => {
    pushed.length = 0;
    const settings = completeSettings({ daily_digest });
    await saveAlertSettings(userId, settings, { newWebhookSecret: null, wantsMails: false });
    await channels.push.deliver({ userId, language: 'en', alerts });
    return pushed.toSorted();
  };
  expect(await pushesWith('18:00')).toEqual(devices.toSorted());
  expect(await pushesWith(null)).toHaveLength(devices.length * alerts.length);
});
