import { listen } from 'local-cloud/wire/http.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  optionalCalls,
  RegisterUnavailable,
  readOptionalCalls,
  type Vehicle,
} from '#core/register/vehicle.ts';
import { registerKey } from '#functions/platform/keys.ts';
import {
  type CallBudget,
  cacheRegister,
  createHttpRegister,
  RegisterHeld,
  type RegisterKind,
} from '#functions/register/register.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { makeVehicle } from '#tests/support/make-car.ts';

const main = { basic: { maerkeTypeNavn: 'FORD', koeretoejId: 90_071 } };
const answers = new Map<string, unknown>();
let asked: string[] = [];
const server = await listen((request, response) => {
  asked.push(request.url!);
  const answer = answers.get(request.url!);
  response.writeHead(answer === undefined ? 503 : 200).end(JSON.stringify(answer));
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  answers.clear();
  answers.set('/register/dmr/AB12345', main).set('/dmr/regnr/AB12345', main).set('/vehicles/AB12345', {
    make: 'FORD',
  });
});

/** A budget of this many calls. */
function budgetOf(calls: number): CallBudget & { ended: string[] } {
  let left = calls;
  const ended: string[] = [];
  return {
    ended,
    begin: async () => (left-- > 0 ? 'granted' : 'spent'),
    more: async () => left-- > 0,
    end: async (_plate, outcome) => void ended.push(outcome),
  };
}

function lookUp(kind: RegisterKind, budget = budgetOf(4), calls = optionalCalls) {
  const baseUrl = server.origin;
  const apiKey = async () => 'a-key';
  return createHttpRegister({ kind, baseUrl, apiKey, calls, budget, nowMs: Date.now }).lookup('AB12345');
}

describe('optional register calls', () => {
  it('makes the configured optional calls and reports their topics', async () => {
    answers
      .set('/register/mileage/AB12345', [{ mileage: 81_000, mileageAt: '2024-03-01T00:00:00' }])
      .set('/register/owners/AB12345', [])
      .set('/register/recalls/AB12345', [{ dato: '2023-05-06', titel: 'Airbag' }]);
    const vehicle = await lookUp('demo');
    expect(asked).toHaveLength(4);
    expect(vehicle?.story.asked).toEqual(['mileage', 'owners', 'recalls']);
    expect(vehicle?.story.events).toMatchObject([
      { kind: 'recall', source: 'recall_list', date: '2023-05-06', said: 'Airbag' },
      { kind: 'mileage', source: 'mileage_log', date: '2024-03-01', mileageKm: 81_000 },
    ]);
    asked = [];
    expect((await lookUp('demo', budgetOf(4), []))?.story.asked).toEqual([]);
    expect(asked).toEqual(['/register/dmr/AB12345']);
  });

  it.each(optionalCalls)(
    'answers the rest and does not list the topic when the optional call %s fails',
    async (failing) => {
      for (const call of optionalCalls) if (call !== failing) answers.set(`/register/${call}/AB12345`, []);
      const budget = budgetOf(4);
      const vehicle = await lookUp('demo', budget);
      expect(vehicle?.make).toBe('Ford');
      expect(vehicle?.story.asked).toEqual(optionalCalls.filter((call) => call !== failing));
      expect(budget.ended).toEqual([]);
    },
  );

  it('ignores an optional answer that is not a list', async () => {
    answers.set('/register/mileage/AB12345', { message: 'ok' }).set('/register/owners/AB12345', null);
    expect((await lookUp('demo'))?.story.asked).toEqual([]);
  });

  it('skips optional calls when the plate’s limit is used up', async () => {
    for (const call of optionalCalls) answers.set(`/register/${call}/AB12345`, []);
    expect((await lookUp('demo', budgetOf(2)))?.story.asked).toEqual(['mileage']);
    expect(asked).toEqual(['/register/dmr/AB12345', '/register/mileage/AB12345']);
    await expect(lookUp('demo', budgetOf(0))).rejects.toThrow('often enough');
  });

  it.each<[RegisterKind, string[]]>([
    ['tjekbil-open', ['/dmr/regnr/AB12345', '/vehicles/mileagelogs?dmrId=90071']],
    ['tjekbil', ['/dmr/regnr/AB12345']],
    ['motorapi', ['/vehicles/AB12345']],
  ])('makes the optional calls of %s that are known', async (kind, paths) => {
    expect((await lookUp(kind))?.make).toBe('Ford');
    expect(asked).toEqual(paths);
  });

  it('releases the plate when the main call fails', async () => {
    answers.clear();
    const budget = budgetOf(4);
    await expect(lookUp('demo', budget)).rejects.toThrow('503');
    expect([asked.length, budget.ended]).toEqual([1, ['failed']]);
  });
});

it('reads the configured calls in any order, and ignores unknown ones', () => {
  expect(readOptionalCalls('recalls, mileage')).toEqual(['mileage', 'recalls']);
  expect([readOptionalCalls(null), readOptionalCalls('thefts')]).toEqual([[], []]);
});

describe('stored answers of the register', () => {
  const table = tableForEachTest();
  const vehicle = makeVehicle();
  const key = registerKey(vehicle.plate);
  /** Another request stores the register's answer. */
  const storeAnswer = () => table.add({ ...key, vehicle, ttl: 9_000_000_000 });

  async function lookUp(ask: () => Promise<Vehicle | null>) {
    const ended: string[] = [];
    const end = async (_plate: string, outcome: string) => void ended.push(outcome);
    const register = cacheRegister({ lookup: ask }, { end }, () => Date.parse('2026-11-25'));
    return { found: await register.lookup(vehicle.plate), ended };
  }

  it('stores the register’s answer before releasing the plate’s lease', async () => {
    expect(await lookUp(async () => vehicle)).toMatchObject({ found: vehicle, ended: ['answered'] });
    expect(table.get(key)).toMatchObject({ vehicle });
  });

  it('uses an answer that another request stored between the look and the lease', async () => {
    const { found } = await lookUp(async () => {
      storeAnswer();
      throw new RegisterUnavailable('the plate has been asked about often enough');
    });
    expect(found).toMatchObject({ plate: vehicle.plate });
  });

  it('waits for the answer of the request that holds the lease', async () => {
    let asked = 0;
    const { found } = await lookUp(async () => {
      if (++asked === 2) storeAnswer();
      throw new RegisterHeld('somebody else is asking about the plate');
    });
    expect(found).toMatchObject({ plate: vehicle.plate });
    expect(asked).toBe(2);
  });

  it('reports that the register is down when no answer is stored', async () => {
    await expect(
      lookUp(async () => {
        throw new RegisterUnavailable('down');
      }),
    ).rejects.toThrow('down');
  });
});
