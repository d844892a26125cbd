import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { constructIdOf, declaredFunctions, routeFunctions } from '#lib/functions.ts';

it('a row of the contract names its handler by capability and name', () => {
  const listCars = routeFunctions.find((route) => route.routeKey === 'GET /api/cars');
  expect(listCars).toMatchObject({ name: 'list-cars', source: 'functions/api/cars/list-cars.ts' });
});

it('every declared function has its handler', () => {
  expect(declaredFunctions.filter(({ source }) => !existsSync(source)).map(({ source }) => source)).toEqual(
    [],
  );
});

it('every declared function says in a sentence what it does', () => {
  for (const { name, row } of declaredFunctions) expect(row.summary, name).toMatch(/^[A-Z].{5,}\.$/);
});

it('ids in the construct tree read like their names', () => {
  expect(constructIdOf('fail-dead-letters')).toBe('FailDeadLetters');
});
