import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CheckedCarWire } from '#core/contract/routes/cars.ts';
import { Failure } from '#core/failure.ts';
import { checkFile } from '#functions/plates/bulk-check.ts';

const plates = (count: number) => Array.from({ length: count }, (_, n) => `AB${10_000 + n}`);
const silent = async (): Promise<CheckedCarWire> => {
  throw new Failure(503, 'register_silent', '');
};
const ask = (lines: readonly string[], from = 0, check = silent) =>
  checkFile(Buffer.from(['plate;price;km', ...lines].join('\n')), { from, language: 'en' }, check);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('blank rows take no room in a file of cars', async () => {
  const part = await ask(plates(400).flatMap((plate) => [plate, ';;']));
  expect(part).toMatchObject({ total: 400, next: part.rows.length });
});

it('a file of too many cars is refused, however many blank rows are between them', async () => {
  const lines = plates(900).flatMap((plate, n) => (n % 3 ? [plate] : [plate, ' ; ;']));
  await expect(ask(lines)).rejects.toMatchObject({ status: 400, code: 'csv_too_long' });
});

it('while the register is slow, a request answers the rows it has before its time is over, and the next one goes on', async () => {
  const registerMs = 10_000;
  const slow = async () => {
    const answersAt = Date.now() + registerMs;
    await Promise.resolve();
    vi.setSystemTime(answersAt);
    return silent();
  };
  const lines = plates(30);
  const seen: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const startedAt = Date.now();
    const part = await ask(lines, from, slow);
    expect(Date.now() - startedAt).toBeLessThan(29_000);
    expect(part.rows.length).toBeGreaterThan(0);
    seen.push(...part.rows.map(({ plate }) => plate));
    from = part.next;
  }
  expect(seen).toEqual(lines);
});
