import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, vi } from 'vitest';
import { createMemoryTable } from '#tests/simulation/seeded/memory-table.ts';

type Command = { constructor: { name: string }; input: Parameters<Table['carryOut']>[1] };
type Table = ReturnType<typeof createMemoryTable>;
/** The calls that the table has had, by name; `fail` lets the next ones of a name throw instead. */
export type TableInMemory = Table & {
  calls: string[];
  fail(name: string, error: Error, times?: number): void;
  onCall(listen: (name: string, input: Command['input']) => void): void;
  close(): void;
};

/** A table that is there at once, behind the SDK's document client: for tests that need its answers and not its engine. */
export function tableInMemory(): TableInMemory {
  const table = createMemoryTable();
  const calls: string[] = [];
  const listeners: Parameters<TableInMemory['onCall']>[0][] = [];
  const failing = new Map<string, Error[]>();
  vi.stubEnv('TABLE_NAME', 'in-memory');
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  send.mockImplementation(async (given: unknown) => {
    const command = given as Command;
    const { name } = command.constructor;
    calls.push(name);
    for (const listen of listeners) listen(name, command.input);
    const error = failing.get(name)?.pop();
    if (error) throw error;
    return table.carryOut(name, command.input) as never;
  });
  return {
    ...table,
    calls,
    onCall: (listen) => void listeners.push(listen),
    fail: (name, error, times = 1) => void failing.set(name, Array(times).fill(error)),
    close() {
      send.mockRestore();
      vi.unstubAllEnvs();
    },
  };
}

/** A new one for each test of a file. */
export function tableForEachTest(): TableInMemory {
  const table = {} as TableInMemory;
  beforeEach(() => void Object.assign(table, tableInMemory()));
  afterEach(() => table.close());
  return table;
}
