import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '#core/catalog/catalog.ts';
import { keepLog } from '#tests/support/kept-log.ts';

const megabyte = 1_048_576;
const memoryMegabytes = 1000;
let log: ReturnType<typeof keepLog>;
let sizes: typeof import('#functions/catalog/catalog.ts');

beforeEach(async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_MEMORY_SIZE', String(memoryMegabytes));
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.useFakeTimers({ now: new Date('2026-11-21T08:00:00.000Z'), toFake: ['Date'] });
  // What was said, and when, is remembered by the process.
  vi.resetModules();
  sizes = await import('#functions/catalog/catalog.ts');
  log = keepLog();
});
afterEach(() => {
  log.restore();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const catalog = (size: number, megabytes: number) => ({ size, memoryBytes: megabytes * megabyte }) as Catalog;
const told = () => log.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const counts = () => told().filter((line) => line.CatalogTooLarge === 1).length;
const messages = () => told().flatMap(({ level, message }) => (message ? [`${level}: ${message}`] : []));

describe('size of the catalog in memory', () => {
  it('logs no warning while the catalog is small and loads quickly', () => {
    sizes.watchSize(catalog(250_000, 300), 2_000);
    sizes.watchSize(catalog(250_000, 300), null);
    expect(log.lines).toEqual([]);
  });

  it.each([
    ['has many cars', catalog(250_001, 1), null],
    ['takes more than three tenths of the memory', catalog(1, 301), null],
    ['takes more than two seconds to load', catalog(1, 1), 2_001],
  ])('warns the operator when the catalog %s, and counts it for the alarm', (_, large, loadMs) => {
    sizes.watchSize(large, loadMs);
    expect(counts()).toBe(1);
    expect(messages()).toEqual(['warn: the catalog outgrows its memory']);
    expect(told()[0]).toMatchObject({
      cars: large.size,
      megabytes: Math.round(large.memoryBytes / megabyte),
      memoryShare: Number((large.memoryBytes / megabyte / memoryMegabytes).toFixed(2)),
      loadMs,
    });
  });

  it('warns about the size of the catalog once an hour', () => {
    const large = catalog(250_001, 1);
    sizes.watchSize(large, null);
    vi.setSystemTime(Date.now() + 3_599_999);
    sizes.watchSize(large, null);
    expect(counts()).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    sizes.watchSize(large, null);
    expect(counts()).toBe(2);
  });

  it('accepts no more cars at two fifths of the memory, and logs an error', () => {
    expect(sizes.hasRoom(catalog(1, 399))).toBe(true);
    expect(sizes.hasRoom(catalog(1, 400))).toBe(false);
    sizes.watchSize(catalog(1, 400), null);
    expect(messages()).toEqual(['error: the catalog is full: new cars are left out of the list']);
  });
});
