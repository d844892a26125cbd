import { expect, it } from 'vitest';
import type { CheckedCarWire } from '#core/contract/routes/cars.ts';
import { Failure } from '#core/failure.ts';
import { checkFile } from '#functions/plates/bulk-check.ts';

const plates = (count: number) => Array.from({ length: count }, (_, n) => `AB${10_000 + n}`);
const silent = async (): Promise<CheckedCarWire> => {
  throw new Failure(503, 'register_silent', '');
};
const ask = (lines: readonly string[]) =>
  checkFile(Buffer.from(['plate;price;km', ...lines].join('\n')), { from: 0, language: 'en' }, silent);

it('blank rows take no room in a file of cars', async () => {
  const part = await ask(plates(400).flatMap((plate) => [plate, ';;']));
  expect(part).toMatchObject({ total: 400, next: part.rows.length });
});

it('a file of too many cars is refused, however many blank rows are between them', async () => {
  const lines = plates(900).flatMap((plate, n) => (n % 3 ? [plate] : [plate, ' ; ;']));
  await expect(ask(lines)).rejects.toMatchObject({ status: 400, code: 'csv_too_long' });
});
