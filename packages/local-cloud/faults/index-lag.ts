import { targetOperation, type WireRequest, type WireResponse, type WireService } from '../wire/http.ts';

type Item = Record<string, unknown>;
type Write = { table: string; key: Item };
type Former = { item: Item | undefined; until: number };

const keyNames = ['pk', 'sk'];

function keyOf(item: Item): Item {
  return Object.fromEntries(keyNames.filter((name) => item[name]).map((name) => [name, item[name]]));
}

/** The items that a request writes. */
function writesOf(operation: string, input: Record<string, unknown>): Write[] {
  const table = String(input.TableName);
  if (operation === 'PutItem') return [{ table, key: keyOf(input.Item as Item) }];
  if (operation === 'UpdateItem' || operation === 'DeleteItem') return [{ table, key: input.Key as Item }];
  if (operation === 'TransactWriteItems') {
    const items = input.TransactItems as Record<string, { TableName: string; Item?: Item; Key?: Item }>[];
    return items.flatMap((item) =>
      Object.entries(item)
        .filter(([kind]) => kind !== 'ConditionCheck')
        .map(([, write]) => ({ table: write.TableName, key: write.Key ?? keyOf(write.Item ?? {}) })),
    );
  }
  if (operation !== 'BatchWriteItem') return [];
  const requests = input.RequestItems as Record<
    string,
    { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]
  >;
  return Object.entries(requests).flatMap(([name, list]) =>
    list.map((one) => ({ table: name, key: one.DeleteRequest?.Key ?? keyOf(one.PutRequest?.Item ?? {}) })),
  );
}

const idOf = (write: Write) => `${write.table} ${JSON.stringify(write.key)}`;

/**
 * Makes indexes, and queries of the table that do not ask for a consistent read, lag behind while `lagSeconds` says so: they
 * do not see items written within that time, and see changed ones with their former values. (An item that left is not put back.)
 */
export function withIndexLag(engine: WireService, lagSeconds: () => number): WireService {
  const formers = new Map<string, Former>();

  async function remember(request: WireRequest, write: Write, lagMs: number): Promise<void> {
    const id = idOf(write);
    const known = formers.get(id);
    if (known && known.until > Date.now()) return;
    const headers = { ...request.headers, 'x-amz-target': 'DynamoDB_20120810.GetItem' };
    const body = Buffer.from(
      JSON.stringify({ TableName: write.table, Key: write.key, ConsistentRead: true }),
    );
    const answer = await engine.handle({ ...request, headers, body });
    const { Item: item } = JSON.parse(String(answer.body)) as { Item?: Item };
    formers.set(id, { item, until: Date.now() + lagMs });
  }

  /** Keys are needed to know the items again, also where a query leaves them out. */
  function withKeys(request: WireRequest, input: Record<string, unknown>): WireRequest {
    if (!input.ProjectionExpression) return request;
    const ProjectionExpression = `${input.ProjectionExpression}, ${keyNames.join(', ')}`;
    return { ...request, body: Buffer.from(JSON.stringify({ ...input, ProjectionExpression })) };
  }

  function lagged(table: string, response: WireResponse): WireResponse {
    const page = JSON.parse(String(response.body)) as {
      Items?: Item[];
      Count?: number;
      ScannedCount?: number;
    };
    if (!page.Items) return response;
    const Items = page.Items.flatMap((item) => {
      const former = formers.get(idOf({ table, key: keyOf(item) }));
      if (!former || former.until <= Date.now()) return [item];
      const { item: before } = former;
      if (!before) return [];
      const names = Object.keys(item).filter((name) => before[name] !== undefined);
      return [Object.fromEntries(names.map((name) => [name, before[name]]))];
    });
    const headers = { ...response.headers };
    delete headers['x-amz-crc32'];
    const Count = Items.length;
    return { ...response, headers, body: JSON.stringify({ ...page, Items, Count, ScannedCount: Count }) };
  }

  return {
    async handle(request) {
      const lagMs = lagSeconds() * 1000;
      if (lagMs === 0) return engine.handle(request);
      const operation = targetOperation(request.headers) ?? '';
      const input = JSON.parse(request.body.toString('utf8') || '{}') as Record<string, unknown>;
      for (const write of writesOf(operation, input)) await remember(request, write, lagMs);
      const mayLag = operation === 'Query' && input.ConsistentRead !== true;
      const response = await engine.handle(mayLag ? withKeys(request, input) : request);
      return mayLag && response.status === 200 ? lagged(String(input.TableName), response) : response;
    },
    close: () => engine.close(),
  };
}
