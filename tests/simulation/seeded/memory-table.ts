import { conditionOf, type Item, updateOf } from './expressions.ts';

/** A change as the table's stream tells it. */
export type Change = { before: Item | undefined; after: Item | undefined };

type Names = Record<string, string>;
type Input = {
  Key?: Item;
  Item?: Item;
  ConditionExpression?: string;
  UpdateExpression?: string;
  KeyConditionExpression?: string;
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Names;
  ExpressionAttributeValues?: Record<string, unknown>;
  ReturnValues?: string;
  IndexName?: string;
  ScanIndexForward?: boolean;
  ExclusiveStartKey?: Item;
  TransactItems?: Record<string, Input>[];
  RequestItems?: Record<string, unknown>;
};

/** What an index holds besides its keys, as lib/data.ts projects it. */
export const projected: Readonly<Record<string, readonly string[]>> = { gsi1: ['card'], gsi2: [], gsi3: [] };
/** Small pages, so that everything that has many items is read in several. */
const pageItems = 40;

function failure(name: string, more: object = {}): Error {
  return Object.assign(new Error(name), { name, ...more });
}

/** A copy without the fields that are undefined, as the document client sends it. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Set) return new Set(value) as T;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const copy: Item = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) copy[name] = copyOf(field);
  return copy as T;
}

/** These fields of an item; `a.b` is one field of another. */
function fieldsOf(item: Item, fields: readonly string[]): Item {
  const picked: Item = {};
  for (const field of fields) {
    const [name, part] = field.split('.') as [string, string?];
    const value = item[name] as Item | undefined;
    if (value !== undefined) picked[name] = part === undefined ? value : { [part]: value[part] };
  }
  return picked;
}

const idOf = ({ pk, sk }: Item) => `${pk}\n${sk}`;

/** DynamoDB as the product uses it, in memory: one table, its indexes, conditions, transactions and stream. */
export function createMemoryTable() {
  const items = new Map<string, Item>();
  /** Items by partition: of the table under its own name, of each index under the index's. */
  const partitions = new Map<string, Map<string, Item>>();
  const listeners: ((change: Change) => void)[] = [];

  function placesOf(item: Item): string[] {
    const places = [`table ${item.pk}`];
    for (const name of Object.keys(projected))
      if (item[`${name}pk`] !== undefined && item[`${name}sk`] !== undefined)
        places.push(`${name} ${item[`${name}pk`]}`);
    return places;
  }
  function write(before: Item | undefined, after: Item | undefined): void {
    // Deleting what is not there changes nothing.
    if (!before && !after) return;
    const id = idOf((after ?? before)!);
    for (const place of before ? placesOf(before) : []) partitions.get(place)?.delete(id);
    if (after) items.set(id, after);
    else items.delete(id);
    for (const place of after ? placesOf(after) : []) {
      if (!partitions.has(place)) partitions.set(place, new Map());
      partitions.get(place)!.set(id, after!);
    }
    for (const listen of listeners) listen({ before, after });
  }

  const scopeOf = (item: Item | undefined, input: Input) => ({
    item,
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
  });
  const holds = (item: Item | undefined, input: Input) =>
    !input.ConditionExpression || conditionOf(input.ConditionExpression)(scopeOf(item, input));

  function updated(before: Item | undefined, input: Input): Item {
    const next: Item = { ...before, ...input.Key };
    updateOf(input.UpdateExpression!)(scopeOf(before, input), next);
    return copyOf(next);
  }
  function changeOf(kind: string, input: Input): Change | null {
    const before = items.get(idOf(input.Key ?? input.Item!));
    if (kind === 'Put') return { before, after: copyOf(input.Item) };
    if (kind === 'Update') return { before, after: updated(before, input) };
    return kind === 'Delete' ? { before, after: undefined } : null;
  }

  function writeOne(kind: string, input: Input): object {
    const before = items.get(idOf(input.Key ?? input.Item!));
    if (!holds(before, input)) throw failure('ConditionalCheckFailedException', { Item: copyOf(before) });
    const { after } = changeOf(kind, input)!;
    write(before, after);
    if (input.ReturnValues === 'ALL_NEW') return { Attributes: copyOf(after) };
    if (input.ReturnValues !== 'UPDATED_NEW') return {};
    const changed = Object.entries(after!).filter(([field, value]) => before?.[field] !== value);
    return { Attributes: copyOf(Object.fromEntries(changed)) };
  }

  function transact({ TransactItems = [] }: Input): object {
    const steps = TransactItems.map((step) => Object.entries(step)[0]!);
    const ids = steps.map(([, input]) => idOf(input.Key ?? input.Item!));
    if (new Set(ids).size !== ids.length || steps.length > 100) throw failure('ValidationException');
    const reasons = steps.map(([, input], i) => ({
      Code: holds(items.get(ids[i]!), input) ? 'None' : 'ConditionalCheckFailed',
    }));
    if (reasons.some(({ Code }) => Code !== 'None'))
      throw failure('TransactionCanceledException', { CancellationReasons: reasons });
    for (const [kind, input] of steps) {
      const change = changeOf(kind, input);
      if (change) write(change.before, change.after);
    }
    return {};
  }

  function query(input: Input): object {
    const { IndexName: index, KeyConditionExpression: text = '', ScanIndexForward = true } = input;
    const [pkName, skName] = index ? [`${index}pk`, `${index}sk`] : ['pk', 'sk'];
    const value = /^\s*\w+ = (:\w+)/.exec(text)?.[1];
    const partition = String(input.ExpressionAttributeValues?.[value ?? '']);
    const condition = conditionOf(text);
    const found = [...(partitions.get(`${index ?? 'table'} ${partition}`)?.values() ?? [])].filter((item) =>
      condition(scopeOf(item, input)),
    );
    const place = (item: Item) => (index ? `${item[skName!]}\n${idOf(item)}` : String(item.sk));
    const direction = ScanIndexForward ? 1 : -1;
    const order = (a: string, b: string) => direction * (a < b ? -1 : a > b ? 1 : 0);
    found.sort((a, b) => order(place(a), place(b)));
    const { ExclusiveStartKey: start } = input;
    const rest = start ? found.filter((item) => order(place(item), place(start)) > 0) : found;
    const page = rest.slice(0, pageItems);
    const last = rest.length > pageItems ? page.at(-1) : undefined;
    const keyOf = (item: Item) => ({
      pk: item.pk,
      sk: item.sk,
      ...(index && { [pkName!]: item[pkName!], [skName!]: item[skName!] }),
    });
    const pick = (item: Item): Item => {
      if (!index) return copyOf(item);
      const fields = projected[index]!.filter((name) => item[name] !== undefined);
      return { ...keyOf(item), ...Object.fromEntries(fields.map((name) => [name, copyOf(item[name])])) };
    };
    return { Items: page.map(pick), ...(last && { LastEvaluatedKey: keyOf(last) }) };
  }

  function batchGet({ RequestItems = {} }: Input): object {
    const [table, { Keys, ProjectionExpression }] = Object.entries(RequestItems)[0] as [
      string,
      { Keys: Item[]; ProjectionExpression?: string },
    ];
    if (Keys.length > 100 || new Set(Keys.map(idOf)).size !== Keys.length)
      throw failure('ValidationException');
    const found = Keys.map((key) => items.get(idOf(key))).filter((item) => item !== undefined);
    const fields = ProjectionExpression?.split(', ');
    return { Responses: { [table]: found.map((item) => copyOf(fields ? fieldsOf(item, fields) : item)) } };
  }
  function batchWrite({ RequestItems = {} }: Input): object {
    for (const { DeleteRequest } of Object.values(RequestItems)[0] as { DeleteRequest: { Key: Item } }[]) {
      const before = items.get(idOf(DeleteRequest.Key));
      if (before) write(before, undefined);
    }
    return {};
  }

  return {
    /** Called with every change, in their order. */
    onChange: (listen: (change: Change) => void) => void listeners.push(listen),
    all: (): Item[] => [...items.values()],
    get: (key: Item): Item | undefined => items.get(idOf(key)),
    partition: (pk: string): Item[] => [...(partitions.get(`table ${pk}`)?.values() ?? [])],
    /** Puts an item there as if it had always been. */
    add: (item: Item): void => write(undefined, item),
    /** Makes the table hold these items and no others; nobody is told. */
    restore(kept: readonly Item[]): void {
      const told = listeners.splice(0);
      for (const item of [...items.values()]) write(item, undefined);
      for (const item of kept) write(undefined, copyOf(item));
      listeners.push(...told);
    },
    /** Removes what has run out, as the table does some time afterwards. */
    expire(nowSeconds: number): number {
      const over = [...items.values()].filter(({ ttl }) => typeof ttl === 'number' && ttl < nowSeconds);
      for (const item of over) write(item, undefined);
      return over.length;
    },
    /** Carries out a command of the document client. */
    carryOut(name: string, input: Input): object {
      switch (name) {
        case 'GetCommand':
          return { Item: copyOf(items.get(idOf(input.Key!))) };
        case 'PutCommand':
        case 'UpdateCommand':
        case 'DeleteCommand':
          return writeOne(name.replace('Command', ''), input);
        case 'TransactWriteCommand':
          return transact(input);
        case 'QueryCommand':
          return query(input);
        case 'BatchGetCommand':
          return batchGet(input);
        case 'BatchWriteCommand':
          return batchWrite(input);
        default:
          throw new Error(`${name} is not known to the table in memory`);
      }
    },
  };
}
