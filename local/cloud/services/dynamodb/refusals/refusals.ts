import { requireFilled, requireShortIndexKeys } from './key-values.ts';
import { requireSoundOperands } from './operands.ts';
import { type Query, requireFilledStart, requireSoundQuery } from './queries.ts';
import { type Item, type Schema, TableSchemas } from './table-schemas.ts';

type Input = Query & { Item: Item; Key: Item; ConditionExpression?: string };
type Part = 'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get';
type Check = (input: Input, schema: Schema | undefined) => void;

const checkPut: Check = (input, schema) => {
  requireSoundOperands(input);
  if (schema) requireShortIndexKeys(input.Item, schema);
};

/** What is looked at in the input of an operation. Of changes the engine refuses wrong keys itself. */
const checks: Readonly<Record<string, Check>> = {
  Query(input, schema) {
    requireSoundOperands(input);
    if (schema) requireSoundQuery(input, schema);
  },
  Scan(input, schema) {
    requireSoundOperands(input);
    if (schema) requireFilledStart(input, schema);
  },
  PutItem: checkPut,
  UpdateItem: requireSoundOperands,
  DeleteItem: requireSoundOperands,
};

const partChecks: Readonly<Record<Part, Check>> = {
  Put: checkPut,
  Update: requireSoundOperands,
  Delete: requireSoundOperands,
  ConditionCheck: requireSoundOperands,
  Get: ({ Key }, schema) => schema && requireFilled(Key, schema),
};

/**
 * What DynamoDB refuses and the embedded engine takes, so that nothing works on one machine that fails in the cloud. In
 * the words of DynamoDB Local 2.6.1: its recorded answers are the test.
 */
export class Refusals {
  readonly #schemas = new TableSchemas();
  readonly learn = this.#schemas.learn.bind(this.#schemas);

  /** @throws ServiceError ValidationException in DynamoDB's words. */
  check(operation: string, input: unknown): void {
    checks[operation]?.(input as Input, this.#schemas.find((input as Input).TableName));
    if (operation.startsWith('Transact')) this.#checkTransaction(input as Transaction);
    if (operation === 'BatchWriteItem') this.#checkBatch(input as Batch);
  }

  #checkTransaction({ TransactItems = [] }: Transaction): void {
    for (const item of TransactItems)
      for (const [part, input] of Object.entries(item) as [Part, Input][])
        partChecks[part]?.(input, this.#schemas.find(input.TableName));
  }

  #checkBatch({ RequestItems = {} }: Batch): void {
    for (const [table, requests] of Object.entries(RequestItems)) {
      const schema = this.#schemas.find(table);
      for (const { PutRequest } of requests)
        if (PutRequest && schema) requireShortIndexKeys(PutRequest.Item, schema);
    }
  }
}

type Transaction = { TransactItems?: Partial<Record<Part, Input>>[] };
type Batch = { RequestItems?: Record<string, { PutRequest?: { Item: Item } }[]> };

const checked = new Set([...Object.keys(checks), 'TransactWriteItems', 'TransactGetItems', 'BatchWriteItem']);

/** Whether an operation is looked at: the others pass unread. */
export const isChecked = (operation: string): boolean => checked.has(operation);
