import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { contract } from '#core/contract/table.ts';
import { callRoute, startIdentity } from '#tests/support/call-route.ts';
import { counted } from '#tests/support/kept-log.ts';

// Files of this project share what they load, and another may have had a secret read.
vi.resetModules();
const cameThroughFront = vi.hoisted(() => vi.fn());
vi.mock('#functions/platform/caller.ts', async (load) => ({ ...(await load<object>()), cameThroughFront }));
const { routeHandler } = await import('#functions/platform/route-handler.ts');

let identity: { close(): Promise<void> };
beforeAll(async () => {
  identity = await startIdentity();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  vi.doUnmock('#functions/platform/caller.ts');
  vi.resetModules();
  await identity.close();
});

it('refuses a request that did not come through CloudFront, and counts it for the alarm origin-refused', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  cameThroughFront.mockResolvedValue(false);
  const answered = vi.fn();
  const row = contract['GET /api/about'];
  const answer = await callRoute(
    routeHandler('GET /api/about', { row, admit: null }, async () => answered() as never),
  );
  expect(answer).toMatchObject({ status: 403, body: { error: 'Forbidden', code: 'forbidden' } });
  expect(answered).not.toHaveBeenCalled();
  expect(counted(lines, 'OriginRefused')).toBe(1);
});
