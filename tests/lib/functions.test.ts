import { describe, expect, it } from 'vitest';
import { workers } from '#core/contract/workers.ts';
import { constructIdOf, declaredFunctions, routeFunctions, workerFunctions } from '#lib/functions.ts';
import { consumersAtOnce } from '#lib/stage.ts';

it('a row of the contract names the file and the export of its handler', () => {
  const listCars = routeFunctions.find((route) => route.routeKey === 'GET /api/cars');
  expect(listCars).toMatchObject({
    name: 'list-cars',
    source: 'functions/cars/api.ts',
    exportName: 'listCarsRoute',
  });
});

it('every declared function says in a sentence what it does', () => {
  for (const { name, row } of declaredFunctions) expect(row.summary, name).toMatch(/^[A-Z].{5,}\.$/);
});

it('ids in the construct tree read like their names', () => {
  expect(constructIdOf('fail-dead-letters')).toBe('FailDeadLetters');
});

const consumers = workerFunctions.flatMap(({ row: { trigger } }) =>
  trigger.kind === 'queue' ? [trigger] : [],
);
const eachOf = (accountConcurrency: number | null, visitsAtOnce = 2) =>
  consumers.map((trigger) => consumersAtOnce(trigger, { accountConcurrency, visitsAtOnce }));
const together = (account: number | null, visits?: number) =>
  eachOf(account, visits).reduce((sum, one) => sum + one, 0);
const visitsOf = (accountConcurrency: number | null, visitsAtOnce: number) =>
  consumersAtOnce(workers.scrape.trigger, { accountConcurrency, visitsAtOnce });

describe('the consumers of queues', () => {
  it('the queue workers leave room in an account of ten functions, with at least the two that Lambda requires', () => {
    expect(eachOf(10)).toEqual(consumers.map(() => 2));
    expect(together(10)).toBeLessThan(10);
  });

  it.each([2, 8, 60])(
    'queue workers take at most four fifths of a larger account, with %i visits at once',
    (visits) => {
      for (let account = 10; account <= 200; account++)
        expect(together(account, visits)).toBeLessThanOrEqual(0.8 * account);
    },
  );

  it('queue workers run as many at once as their rows say if the account has no limit', () => {
    expect(together(null)).toBe(together(1000));
    expect(together(null)).toBe(consumers.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0));
  });

  it('as many visits run at once as the stage says, if the account has room', () => {
    expect([visitsOf(null, 20), visitsOf(1000, 20), visitsOf(100, 20)]).toEqual([20, 20, 20]);
    expect(visitsOf(20, 20)).toBe(4);
    expect(together(null, 20)).toBe(together(null) + 18);
  });
});
