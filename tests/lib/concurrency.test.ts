import { describe, expect, it } from 'vitest';
import { consumersAtOnce } from '#lib/concurrency.ts';
import { workerFunctions } from '#lib/functions.ts';

const wished = workerFunctions.flatMap(({ row: { trigger } }) =>
  trigger.kind === 'queue' ? [trigger.maxConcurrency] : [],
);
const together = (account: number | null) =>
  wished.reduce((sum, one) => sum + consumersAtOnce(one, account), 0);

describe('the consumers of queues', () => {
  it('leave room in an account of ten, each with the two that Lambda asks for', () => {
    expect(wished.map((one) => consumersAtOnce(one, 10))).toEqual(wished.map(() => 2));
    expect(together(10)).toBeLessThan(10);
  });

  it('never take more than four fifths of a larger account', () => {
    for (let account = 10; account <= 200; account++)
      expect(together(account)).toBeLessThanOrEqual(0.8 * account);
  });

  it('run as many as their rows say where the account is no concern', () => {
    expect(together(null)).toBe(together(1000));
    expect(together(null)).toBe(wished.reduce((sum, one) => sum + one, 0));
  });
});
