import type { WireService } from '../wire/http.ts';
import { callEngine, mustSucceed } from './call-engine.ts';
import type { Template } from './template/template.ts';

type Index = { IndexName: string; KeySchema: unknown; Projection: unknown };
type TableProperties = {
  AttributeDefinitions: unknown;
  KeySchema: unknown;
  GlobalSecondaryIndexes?: Index[];
  StreamSpecification?: { StreamViewType: string };
  TimeToLiveSpecification?: { AttributeName?: string; Enabled: boolean };
};
type Described = {
  Table: { TableArn: string; LatestStreamArn?: string; GlobalSecondaryIndexes?: { IndexName: string }[] };
};

const call = <T>(engine: WireService, operation: string, input: object) =>
  callEngine<T>(engine, 'DynamoDB_20120810', operation, input);

async function createTable(engine: WireService, name: string, properties: TableProperties): Promise<void> {
  const indexes = properties.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  const created = await call(engine, 'CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: properties.AttributeDefinitions,
    KeySchema: properties.KeySchema,
    ...(indexes && { GlobalSecondaryIndexes: indexes }),
    ...(properties.StreamSpecification && {
      StreamSpecification: {
        StreamEnabled: true,
        StreamViewType: properties.StreamSpecification.StreamViewType,
      },
    }),
  });
  mustSucceed(created as object, `The table ${name} could not be made`);
  const ttl = properties.TimeToLiveSpecification;
  if (ttl?.Enabled && ttl.AttributeName) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl.AttributeName };
    await call(engine, 'UpdateTimeToLive', { TableName: name, TimeToLiveSpecification });
  }
}

/** Makes the template's tables where they are missing, and learns the names of their streams. */
export async function provisionTables(template: Template, engine: WireService): Promise<void> {
  const tables = template.all<TableProperties>('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table');
  for (const { logicalId, properties } of tables) {
    const TableName = template.ref(logicalId);
    let described = await call<Described>(engine, 'DescribeTable', { TableName });
    if ('failure' in described) {
      await createTable(engine, TableName, properties);
      described = await call<Described>(engine, 'DescribeTable', { TableName });
    }
    const { Table } = mustSucceed(described, `The table ${TableName} does not answer`);
    const existing = new Set(Table.GlobalSecondaryIndexes?.map((index) => index.IndexName));
    const missing =
      properties.GlobalSecondaryIndexes?.filter((index) => !existing.has(index.IndexName)) ?? [];
    if (missing.length > 0) {
      const names = missing.map((index) => index.IndexName).join(', ');
      throw new Error(`The table of this data folder lacks the indexes ${names}: begin with an empty one.`);
    }
    if (Table.LatestStreamArn) template.book.attributes.set(`${logicalId}.StreamArn`, Table.LatestStreamArn);
  }
}

/** Finds the name of a table's partition key by the table's name. */
export function partitionKeys(template: Template): (table: string) => string | undefined {
  const tables = template.all<{ KeySchema: { AttributeName: string; KeyType: string }[] }>(
    'AWS::DynamoDB::GlobalTable',
    'AWS::DynamoDB::Table',
  );
  const names = new Map(
    tables.map(({ logicalId, properties }) => [
      template.ref(logicalId),
      properties.KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName,
    ]),
  );
  return (table) => names.get(table);
}
