import { describe, expect, it } from 'vitest';
import { missingValues, parseStageFile, type StageFile, undecided } from '#lib/stage.ts';
import { asText, ofType, only, plainStack, synthesizeStack } from './synthesize-stack.ts';

const size = { nodes: 2, instanceType: 'r7g.large.search', gigabytes: 20 };
const asking: Partial<StageFile> = {
  carIndex: size,
  settings: { ...undecided.settings, CATALOG: 'opensearch' },
};
const on = synthesizeStack(asking);
const off = plainStack();

type Statement = { Action: string | string[]; Resource: unknown };
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** What a function may ask of the domain, "action path". */
function rightsOf(name: string): string[] {
  const { Policies } = only(on.resources, 'AWS::IAM::Role', `Functions${name}Role`)[1].Properties as {
    Policies: { PolicyDocument: { Statement: Statement[] } }[];
  };
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) =>
      list(Action).flatMap((action) => list(Resource).map((each) => `${action} ${asText(each)}`)),
    )
    .filter((line) => line.startsWith('es:'))
    .map((line) => line.replace(/ \$\{Domain\w+\.Arn\}/, ' …'))
    .sort();
}

const variableOf = (from: typeof on, name: string, variable: string) =>
  asText(
    (
      only(from.resources, 'AWS::Lambda::Function', `Functions${name}Function`)[1].Properties.Environment as {
        Variables: Record<string, unknown>;
      }
    ).Variables[variable],
  );

const mappedTo = (from: typeof on, name: string) => {
  const [id] = only(from.resources, 'AWS::Lambda::Function', `Functions${name}Function`);
  return ofType(from.resources, 'AWS::Lambda::EventSourceMapping').filter(
    ([, { Properties }]) => asText(Properties.FunctionName) === `\${${id}}`,
  );
};
const scheduled = (from: typeof on) =>
  ofType(from.resources, 'AWS::Events::Rule').filter(([id]) => id.startsWith('TriggersKeepCarIndex'));

describe('a stage whose list is answered from memory', () => {
  it('a stage that lists cars from memory has no search domain and nothing that fills or queries one', () => {
    expect(off.indexTemplate).toBeUndefined();
    expect(JSON.stringify(off.template.toJSON())).not.toMatch(/es:ESHttp|OpenSearchService::Domain/);
    expect(mappedTo(off, 'IndexCars')).toEqual([]);
    expect(scheduled(off)).toEqual([]);
    expect(variableOf(off, 'ListCars', 'CAR_INDEX_ENDPOINT')).toBe('');
    expect(variableOf(off, 'ListCars', 'CATALOG')).toBe('memory');
  });
});

describe('a stage with an index of the cars', () => {
  it('the search domain has the configured size and a stack of its own, is encrypted, and is deleted with its stack', () => {
    on.indexTemplate!.hasResource('AWS::OpenSearchService::Domain', {
      Properties: {
        EngineVersion: 'OpenSearch_2.19',
        ClusterConfig: { InstanceCount: 2, InstanceType: 'r7g.large.search', ZoneAwarenessEnabled: true },
        EBSOptions: { EBSEnabled: true, VolumeSize: 20, VolumeType: 'gp3' },
        EncryptionAtRestOptions: { Enabled: true },
        NodeToNodeEncryptionOptions: { Enabled: true },
        DomainEndpointOptions: { EnforceHTTPS: true, TLSSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10' },
      },
      DeletionPolicy: 'Delete',
    });
    expect(JSON.stringify(on.template.toJSON())).not.toContain('OpenSearchService::Domain');
  });

  it('only roles of the account may reach the search domain', () => {
    const [domain] = Object.values(on.indexTemplate!.findResources('AWS::OpenSearchService::Domain'));
    const { Statement } = domain!.Properties.AccessPolicies;
    expect(Statement.map(({ Principal }: { Principal: { AWS: unknown } }) => asText(Principal.AWS))).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's Fn::Sub writes its variables like that
      'arn:aws:iam::${AWS::AccountId}:root',
    ]);
  });

  it('the functions of the list may search and read the index and nothing else', () => {
    for (const name of ['ListCars', 'CountCars', 'ListSimilarCars'])
      expect(rightsOf(name)).toEqual(['es:ESHttpGet …/cars-*', 'es:ESHttpPost …/_msearch']);
    expect(rightsOf('GetCar')).toEqual([]);
  });

  it("the index's workers may fill, create and delete indexes of cars and no others", () => {
    for (const name of ['IndexCars', 'KeepCarIndex'])
      expect(rightsOf(name)).toEqual([
        'es:ESHttpDelete …/cars-*',
        'es:ESHttpGet …/cars-*',
        'es:ESHttpPost …/_aliases',
        'es:ESHttpPost …/cars-*',
        'es:ESHttpPut …/cars-*',
      ]);
  });

  it('changed cars reach the index by the table’s stream and a check every fifteen minutes', () => {
    const [[, mapping] = [], ...others] = mappedTo(on, 'IndexCars');
    expect(others).toEqual([]);
    expect(mapping!.Properties).toMatchObject({ BatchSize: 50, BisectBatchOnFunctionError: true });
    const filters = (mapping!.Properties.FilterCriteria as { Filters: { Pattern: string }[] }).Filters;
    expect(filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { dynamodb: { NewImage: { kind: { S: ['CAR'] } } } },
    ]);
    expect(scheduled(on).map(([, { Properties }]) => Properties.ScheduleExpression)).toEqual([
      'rate(15 minutes)',
    ]);
  });

  it("functions know the search domain's address, and the list uses it", () => {
    expect(variableOf(on, 'ListCars', 'CAR_INDEX_ENDPOINT')).toMatch(/^https:\/\/\$\{Domain/);
    expect(variableOf(on, 'ListCars', 'CATALOG')).toBe('opensearch');
  });
});

describe('the file of a stage', () => {
  it('a stage whose list uses an index that it does not have is not deployed', () => {
    for (const CATALOG of ['shadow', 'opensearch'] as const) {
      const settings = { ...undecided.settings, CATALOG };
      expect(missingValues('dev', { ...undecided, settings })).toContain('"carIndex"');
    }
    expect(missingValues('dev', { ...undecided, ...asking })).toBeNull();
    // Filled while memory still answers.
    expect(missingValues('dev', { ...undecided, carIndex: size })).toBeNull();
  });

  it("a stage's file chooses the search domain by its size", () => {
    const read = (carIndex: object) =>
      parseStageFile('stages/dev.json', JSON.stringify({ carIndex })).carIndex;
    expect(read({})).toEqual(size);
    expect(read({ nodes: 1, instanceType: 't3.medium.search', gigabytes: 10 })).toMatchObject({ nodes: 1 });
    for (const wrong of [
      { nodes: 3 },
      { nodes: 0 },
      { gigabytes: 5 },
      { instanceType: 'large' },
      { shards: 1 },
    ])
      expect(() => read(wrong), JSON.stringify(wrong)).toThrow(/stages\/dev.json is wrong/);
  });
});
