export type Value = { S?: string } & Record<string, unknown>;
export type Item = Readonly<Record<string, Value>>;
export type Keys = { partition: string; sort: string | undefined };
export type Schema = Keys & {
  indexes: ReadonlyMap<string, Keys>;
  /** `S`, `N` or `B` of each attribute that is a key. */
  types: ReadonlyMap<string, string>;
};

type KeySchema = { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];
type Description = {
  TableName: string;
  KeySchema: KeySchema;
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: KeySchema }[];
};

const keysOf = (schema: KeySchema): Keys => ({
  partition: schema.find(({ KeyType }) => KeyType === 'HASH')!.AttributeName,
  sort: schema.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName,
});

export const keyNames = ({ partition, sort }: Keys): string[] => (sort ? [partition, sort] : [partition]);

/** The keys of the tables and of their indexes, as the engine's own answers tell them. */
export class TableSchemas {
  readonly #byName = new Map<string, Schema>();

  learn(answer: { Table?: Description; TableDescription?: Description }): void {
    const described = answer.Table ?? answer.TableDescription;
    if (!described) return;
    const indexes = (described.GlobalSecondaryIndexes ?? []).map(
      (index) => [index.IndexName, keysOf(index.KeySchema)] as const,
    );
    const types = described.AttributeDefinitions.map(
      ({ AttributeName, AttributeType }) => [AttributeName, AttributeType] as const,
    );
    this.#byName.set(described.TableName, {
      ...keysOf(described.KeySchema),
      ...{ indexes: new Map(indexes), types: new Map(types) },
    });
  }

  find(table: string): Schema | undefined {
    return this.#byName.get(table);
  }
}
