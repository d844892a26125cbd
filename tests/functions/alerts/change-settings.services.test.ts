import { afterAll, beforeAll, expect, it } from 'vitest';
import { sentFrom } from '#core/alerts/settings.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';

let world: PipelineWorld;
const me = 'anna';

beforeAll(async () => {
  world = await startPipelineWorld('2026-11-21T08:00:00.000Z');
});
afterAll(() => world.close());

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
