import { describe, expect, it } from 'vitest';
import { workers } from '#core/contract/workers.ts';
import { resourceCounts, resourceWarnings } from '#lib/app-stack.ts';
import { constructIdOf, declaredFunctions, routeFunctions, workerFunctions } from '#lib/functions.ts';
import { consumersAtOnce, readersOfShard } from '#lib/stage.ts';
import { plainStack } from './synthesize-stack.ts';

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

  it('the workers behind the visits grow with them, as far as the account has room', () => {
    const identifying = (account: number | null, visitsAtOnce: number) =>
      consumersAtOnce(workers.identify.trigger, { accountConcurrency: account, visitsAtOnce });
    expect([2, 20, 216].map((visits) => identifying(null, visits))).toEqual([4, 40, 432]);
    expect([2, 20, 216].map((visits) => identifying(1000, visits))).toEqual([4, 40, 194]);
    // Lambda allows a queue no more.
    expect(identifying(null, 1000)).toBe(1000);
  });

  it('the table’s stream has one reader a shard with the usual visits, and as many as Lambda allows with very many', () => {
    expect([2, 6, 216].map((visitsAtOnce) => readersOfShard({ visitsAtOnce }))).toEqual([1, 3, 10]);
  });

  it('as many visits run at once as the stage says, if the account has room', () => {
    expect([visitsOf(null, 20), visitsOf(1000, 20), visitsOf(100, 20)]).toEqual([20, 20, 20]);
    expect(visitsOf(20, 20)).toBe(10);
  });
});

describe('the room that a stack has for more routes', () => {
  const { stack, template, resources } = plainStack();
  const counts = resourceCounts(stack.node.root);

  it('the resource count is the one that CloudFormation uses', () => {
    const outer = template.toJSON().Resources as Record<string, { Type: string }>;
    expect(counts.get('Bilfund-dev')).toBe(Object.keys(outer).length);
    const nested = counts.get('Bilfund-dev/Api/Routes') ?? 0;
    const data = counts.get('Bilfund-dev-data') ?? 0;
    // The nested stack is a resource of the outer one, and none of all that run.
    expect(Object.keys(resources)).toHaveLength(Object.keys(outer).length - 1 + nested + data);
  });

  it('the stack has room for forty more routes, each with function, role and integration', () => {
    const withMore = new Map([...counts].map(([name, count]) => [name, count + 40 * 2]));
    expect(resourceWarnings(withMore)).toEqual([]);
    const [nested] = Object.values(template.findResources('AWS::CloudFormation::Stack'));
    const parameters = Object.keys(nested?.Properties.Parameters);
    // One for each function; CloudFormation takes 200.
    expect(parameters.length + 40).toBeLessThan(200);
  });

  it("a warning is given before the stack's limit is reached", () => {
    expect(resourceWarnings(new Map([['Bilfund-dev', 449]]))).toEqual([]);
    expect(resourceWarnings(new Map([['Bilfund-dev', 450]]))).toEqual([
      'Bilfund-dev has 450 resources: divide it before it reaches 480.',
    ]);
  });
});
