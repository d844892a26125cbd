import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { secretPlaceholder } from '#core/contract/needs.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import type { workers } from '#core/contract/workers.ts';
import { DataStack } from '#lib/data-stack.ts';
import { constructIdOf, declaredFunctions, isForCarIndex, workerFunctions } from '#lib/functions.ts';
import { undecided } from '#lib/stage.ts';
import { parseSchedule } from '../../packages/local-cloud/runner/triggers/scheduler.ts';
import { asText, ofType, only, plainStack } from './synthesize-stack.ts';

const { resources, template, dataTemplate } = plainStack();

const functionId = (name: string) =>
  only(resources, 'AWS::Lambda::Function', `Functions${constructIdOf(name)}Function`)[0];
const queueId = (start: string) => only(resources, 'AWS::SQS::Queue', start)[0];

describe('the HTTP API', () => {
  const routes = ofType(resources, 'AWS::ApiGatewayV2::Route').map(([, route]) => route.Properties);
  // What is read is asked by HEAD too, and the gateway has no key for both. Of /mcp every method is answered.
  const gatewayKey = (key: string) => key.replace(/^GET |^POST (?=\/mcp$)/, 'ANY ');
  const routeOf = (key: string) => routes.find((route) => route.RouteKey === gatewayKey(key));
  const rows = Object.values<RouteRow>(contract);
  const subjects = [...new Set(rows.map((row) => row.subject))];
  const callerOf = (subject: string) => {
    const roles = ofType(resources, 'AWS::IAM::Role');
    const found = roles.filter(
      ([id]) => id.startsWith('ApiRoutes') && id.includes(`${constructIdOf(subject)}Caller`),
    );
    expect(found).toHaveLength(1);
    return found[0]!;
  };

  it.each(Object.entries<RouteRow>(contract))(
    '%s reaches its own function with the authorization of its row',
    (key, row) => {
      const route = routeOf(key);
      const integrationId = asText(route?.Target).match(/\$\{(\w+)\}/)?.[1] ?? '';
      const integration = resources[integrationId]?.Properties;
      expect(asText(integration?.IntegrationUri)).toBe(`\${${functionId(row.name)}.Arn}`);
      expect(integration?.PayloadFormatVersion).toBe('2.0');
      expect(asText(integration?.CredentialsArn)).toBe(`\${${callerOf(row.subject)[0]}.Arn}`);
      if (row.auth === 'user' && !row.scopes) {
        expect(route?.AuthorizationType).toBe('JWT');
        expect(route?.AuthorizationScopes).toEqual(['aws.cognito.signin.user.admin']);
      } else {
        expect(route?.AuthorizationType).toBe('NONE');
        expect(route?.AuthorizerId).toBeUndefined();
      }
    },
  );

  it.each(subjects)('the role of %s may call the functions of its routes and no others', (subject) => {
    const [policy] = callerOf(subject)[1].Properties.Policies as {
      PolicyDocument: { Statement: { Action: string; Resource: unknown }[] };
    }[];
    const [statement, ...others] = policy!.PolicyDocument.Statement;
    expect(others).toEqual([]);
    expect(statement!.Action).toBe('lambda:InvokeFunction');
    const names = rows.filter((row) => row.subject === subject).map((row) => row.name);
    expect([statement!.Resource].flat().map(asText).sort()).toEqual(
      names.map((name) => `\${${functionId(name)}.Arn}`).sort(),
    );
    const arns = names.map(
      (name) => `"arn:aws:lambda:eu-north-1:123456789012:function:bilfund-prod-${name}",`,
    );
    // A role takes 10,240 characters.
    expect(arns.join('').length).toBeLessThan(5_000);
  });

  it('the HTTP API has only the routes of the contract and of the live feed', () => {
    const sockets = workerFunctions.flatMap(({ row }) =>
      row.trigger.kind === 'websocket' ? [row.trigger.route] : [],
    );
    expect(routes.map((route) => route.RouteKey).sort()).toEqual(
      [...Object.keys(contract).map(gatewayKey), ...sockets].sort(),
    );
  });

  it('the authorizer accepts tokens of the one user pool and its one client', () => {
    const [, authorizer] = only(resources, 'AWS::ApiGatewayV2::Authorizer', 'ApiHttpUsers');
    const { Issuer, Audience } = authorizer.Properties.JwtConfiguration as {
      Issuer: unknown;
      Audience: unknown[];
    };
    const [pool] = only(resources, 'AWS::Cognito::UserPool', 'AuthUsers');
    expect(asText(Issuer)).toBe(`https://cognito-idp.eu-north-1.amazonaws.com/\${${pool}}`);
    expect(Audience.map(asText)).toEqual([
      `\${${only(resources, 'AWS::Cognito::UserPoolClient', 'AuthUsersSecretServer')[0]}}`,
    ]);
  });

  it('the HTTP API is throttled and logs neither addresses nor queries', () => {
    const [, stage] = only(resources, 'AWS::ApiGatewayV2::Stage', 'ApiStage');
    expect(stage.Properties.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 200,
      ThrottlingBurstLimit: 400,
    });
    const { Format } = stage.Properties.AccessLogSettings as { Format: string };
    expect(Format).toContain('$context.requestId');
    expect(Format).not.toMatch(/sourceIp|userAgent|queryString|\$context\.path/);
  });
});

describe('the functions', () => {
  it.each(declaredFunctions.map((declared) => [declared.name, declared] as const))(
    'function %s has the name, memory and timeout of its row',
    (name, declared) => {
      const { Properties } = resources[functionId(name)]!;
      expect(Properties.FunctionName).toBe(`bilfund-dev-${name}`);
      expect(Properties.Runtime).toBe('nodejs24.x');
      expect(Properties.Architectures).toEqual([declared.row.staged ? 'x86_64' : 'arm64']);
      expect(Properties.MemorySize).toBe(declared.row.memoryMb ?? 256);
      expect(Properties.Timeout).toBe(declared.row.timeoutSeconds ?? 10);
      expect(Properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON' });
    },
  );

  it('functions behind the API time out within its 30 seconds', () => {
    const names = Object.values<RouteRow>(contract).map((row) => functionId(row.name));
    expect(names.filter((id) => Number(resources[id]!.Properties.Timeout) > 29)).toEqual([]);
  });

  it('functions have distinct names', () => {
    const names = declaredFunctions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the queues and workers', () => {
  const seconds = (name: keyof typeof workers) => Number(resources[functionId(name)]!.Properties.Timeout);
  const mappingsOf = (name: string) =>
    ofType(resources, 'AWS::Lambda::EventSourceMapping')
      .map(([, mapping]) => mapping.Properties)
      .filter((mapping) => asText(mapping.FunctionName) === `\${${functionId(name)}}`);

  it.each([
    ['scrape', 'QueuesScrape'],
    ['identify', 'QueuesIdentify'],
    ['rate', 'QueuesRate'],
    ['notify', 'QueuesNotify'],
  ] as const)(
    "queue %s tries a message five times, hidden for six times its worker's timeout",
    (name, start) => {
      const { Properties } = resources[queueId(start)]!;
      expect(Properties.VisibilityTimeout).toBe(6 * seconds(name));
      expect(Properties.RedrivePolicy).toMatchObject({ maxReceiveCount: 5 });
      const { deadLetterTargetArn } = Properties.RedrivePolicy as { deadLetterTargetArn: unknown };
      expect(asText(deadLetterTargetArn)).toBe(`\${${queueId('QueuesDeadLetters')}.Arn}`);
    },
  );

  it('the workers leave room for requests in an account that runs ten functions at once', () => {
    const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping').map(
      ([, { Properties }]) => Properties as { ScalingConfig?: { MaximumConcurrency: number } },
    );
    const most = mappings.map(({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? 1);
    expect(most.reduce((sum, one) => sum + one, 0)).toBeLessThan(10);
  });

  it.each(
    workerFunctions.flatMap((worker) =>
      worker.row.trigger.kind === 'queue' ? [[worker.name, worker.row.trigger] as const] : [],
    ),
  )(
    'worker %s receives as many messages at once as its row says and reports failed ones singly',
    (name, trigger) => {
      expect(mappingsOf(name)).toEqual([
        expect.objectContaining({
          BatchSize: trigger.batchSize,
          ScalingConfig: { MaximumConcurrency: 2 },
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        }),
      ]);
    },
  );

  it('the stream publishes changes of imports, splits failing batches and keeps what it could not publish', () => {
    const [mapping, ...others] = mappingsOf('publish');
    expect(others).toEqual([]);
    const { Filters } = mapping!.FilterCriteria as { Filters: { Pattern: string }[] };
    expect(Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      {
        dynamodb: {
          NewImage: { kind: { S: ['JOB', 'PLAN', 'CAR', 'FOUND', 'MISSED', 'AUTOSEARCH', 'NOTE', 'INBOX'] } },
        },
      },
      // A socket whose record was deleted is closed.
      { eventName: ['REMOVE'], dynamodb: { OldImage: { kind: { S: ['SOCKET'] } } } },
    ]);
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(
      asText((mapping!.DestinationConfig as { OnFailure: { Destination: unknown } }).OnFailure.Destination),
    ).toBe(`\${${queueId('QueuesStreamFailures')}.Arn}`);
  });

  it.each(
    workerFunctions.flatMap((worker) =>
      worker.row.trigger.kind === 'schedule' && !isForCarIndex(worker)
        ? [[worker.name, worker.row.trigger.every] as const]
        : [],
    ),
  )('%s runs every %s, and messages of failed runs are kept', (name, every) => {
    const [, rule] = only(resources, 'AWS::Events::Rule', `Triggers${constructIdOf(name)}`);
    const schedule = parseSchedule(String(rule.Properties.ScheduleExpression))!;
    const first = schedule.next(new Date('2026-03-01T12:03:30Z'));
    const periodMs = schedule.next(first).getTime() - first.getTime();
    const minutes = { minute: 1, '15 minutes': 15, hour: 60, day: 24 * 60 }[every];
    expect(periodMs).toBe(minutes * 60_000);
    expect(asText((rule.Properties.Targets as { Arn: unknown }[])[0]!.Arn)).toBe(
      `\${${functionId(name)}.Arn}`,
    );
    const { TargetArn } = resources[functionId(name)]!.Properties.DeadLetterConfig as { TargetArn: unknown };
    expect(asText(TargetArn)).toBe(`\${${queueId('QueuesJobFailures')}.Arn}`);
    const kept = ofType(resources, 'AWS::Lambda::EventInvokeConfig').find(
      ([, { Properties }]) => asText(Properties.FunctionName) === asText({ Ref: functionId(name) }),
    );
    expect(kept?.[1].Properties).toMatchObject({ MaximumRetryAttempts: 2, Qualifier: '$LATEST' });
    // Runs that a busy account held back do not come side by side with many later ones.
    const ageMs = 1000 * Number(kept?.[1].Properties.MaximumEventAgeInSeconds);
    expect(ageMs).toBeLessThanOrEqual(Math.max(7 * 60_000, 4 * periodMs));
    // And three runs that time out each have their turn, with Lambda's minutes between them.
    const { Timeout } = resources[functionId(name)]!.Properties as { Timeout: number };
    expect(ageMs).toBeGreaterThanOrEqual((3 * Timeout + 180) * 1000);
  });

  it('X-Ray follows an import from queue to queue, and the changes of the table to the alert', () => {
    const traced = ofType(resources, 'AWS::Lambda::Function').flatMap(([, { Properties }]) =>
      Properties.TracingConfig ? [String(Properties.FunctionName).replace('bilfund-dev-', '')] : [],
    );
    expect(traced.sort()).toEqual(['identify', 'notify', 'publish', 'rate', 'scrape']);
  });

  it('the hourly searches begin at the full hour, and no other hourly job with them', () => {
    const minuteOf = (name: string) => {
      const [, rule] = only(resources, 'AWS::Events::Rule', `Triggers${constructIdOf(name)}`);
      const next = parseSchedule(String(rule.Properties.ScheduleExpression))!.next(new Date());
      return next.getUTCMinutes();
    };
    expect(minuteOf('dispatch-searches')).toBe(0);
    expect(new Set(['dispatch-searches', 'revalue', 'finish-erasures'].map(minuteOf)).size).toBe(3);
  });
});

describe('stored data', () => {
  it('the table has recovery, deletion protection, encryption, expiry and a stream, and outlives the stack', () => {
    const [, table] = only(resources, 'AWS::DynamoDB::GlobalTable', 'DataTable');
    expect(table.DeletionPolicy).toBe('Retain');
    expect(table.UpdateReplacePolicy).toBe('Retain');
    expect(table.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      SSESpecification: { SSEEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 30 },
        },
      ],
    });
  });

  it('the table has all its indexes', () => {
    const [, table] = only(resources, 'AWS::DynamoDB::GlobalTable', 'DataTable');
    const indexes = table.Properties.GlobalSecondaryIndexes as {
      IndexName: string;
      KeySchema: { AttributeName: string }[];
      Projection: object;
    }[];
    expect(
      indexes.map(({ IndexName, KeySchema, Projection }) => [
        IndexName,
        KeySchema.map((key) => key.AttributeName),
        Projection,
      ]),
    ).toEqual([
      ['gsi1', ['gsi1pk', 'gsi1sk'], { ProjectionType: 'INCLUDE', NonKeyAttributes: ['card'] }],
      ['gsi2', ['gsi2pk', 'gsi2sk'], { ProjectionType: 'KEYS_ONLY' }],
      ['gsi3', ['gsi3pk', 'gsi3sk'], { ProjectionType: 'KEYS_ONLY' }],
    ]);
  });

  it('buckets are private, encrypted and outlive the stack', () => {
    const buckets = ofType(resources, 'AWS::S3::Bucket');
    expect(buckets).toHaveLength(3);
    for (const [, bucket] of buckets) {
      expect(bucket.DeletionPolicy).toBe('Retain');
      expect(bucket.Properties.BucketEncryption).toBeDefined();
      expect(Object.values(bucket.Properties.PublicAccessBlockConfiguration as object)).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  });

  it.each([
    ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 'Bucket'],
    ['AWS::SQS::Queue', 'AWS::SQS::QueuePolicy', 'Queues'],
  ])('every %s refuses requests without TLS', (type, policyType, property) => {
    const guarded = ofType(resources, policyType)
      .filter(([, policy]) => JSON.stringify(policy).includes('"aws:SecureTransport":"false"'))
      .map(([, policy]) => asText(policy.Properties[property]));
    const all = ofType(resources, type).map(([id]) => `\${${id}}`);
    expect(guarded.sort()).toEqual(all.sort());
  });

  it('queues are encrypted', () => {
    const open = ofType(resources, 'AWS::SQS::Queue').filter(
      ([, queue]) => queue.Properties.SqsManagedSseEnabled !== true,
    );
    expect(open).toEqual([]);
  });

  it('every log group has a retention time', () => {
    const groups = ofType(resources, 'AWS::Logs::LogGroup');
    expect(groups.filter(([, group]) => group.Properties.RetentionInDays !== 30)).toEqual([]);
    const withoutGroup = ofType(resources, 'AWS::Lambda::Function').filter(
      ([, fn]) => !(fn.Properties.LoggingConfig as { LogGroup?: unknown } | undefined)?.LogGroup,
    );
    expect(withoutGroup).toEqual([]);
  });

  it('the template contains no secret: they are generated, or placeholders that an operator replaces', () => {
    const secrets = ofType(resources, 'AWS::SecretsManager::Secret').map(([, secret]) => secret.Properties);
    expect(secrets.filter((each) => !each.GenerateSecretString).map((each) => each.SecretString)).toEqual(
      Array(3).fill(secretPlaceholder),
    );
    expect(secrets.filter((each) => each.GenerateSecretString && each.SecretString)).toEqual([]);
    expect(secrets[0]?.GenerateSecretString).toMatchObject({ PasswordLength: 40 });
  });

  it('secrets outlive the stack, except after a failed first deployment', () => {
    const secrets = ofType(resources, 'AWS::SecretsManager::Secret').map(([, secret]) => secret);
    expect(new Set(secrets.map((secret) => secret.DeletionPolicy))).toEqual(
      new Set(['RetainExceptOnCreate']),
    );
    expect(new Set(secrets.map((secret) => secret.UpdateReplacePolicy))).toEqual(new Set(['Retain']));
  });
});

describe('the user pool', () => {
  it('the user pool asks for an e-mail address and a password of at least six characters', () => {
    const [, pool] = only(resources, 'AWS::Cognito::UserPool', 'AuthUsers');
    expect(pool.Properties).toMatchObject({
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      DeletionProtection: 'ACTIVE',
      UsernameConfiguration: { CaseSensitive: false },
    });
    expect(pool.Properties.Policies).toEqual({
      PasswordPolicy: {
        MinimumLength: 6,
        RequireLowercase: false,
        RequireNumbers: false,
        RequireSymbols: false,
        RequireUppercase: false,
      },
    });
    expect(pool.DeletionPolicy).toBe('Retain');
  });

  it('only the server can sign people in, with tokens that can be revoked', () => {
    const [, client] = only(resources, 'AWS::Cognito::UserPoolClient', 'AuthUsersSecretServer');
    expect(client.Properties).toMatchObject({
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      EnableTokenRevocation: true,
      GenerateSecret: true,
      AllowedOAuthFlowsUserPoolClient: false,
      PreventUserExistenceErrors: 'ENABLED',
    });
  });

  it('people keep their address until they have verified a new one', () => {
    const [, pool] = only(resources, 'AWS::Cognito::UserPool', 'AuthUsers');
    expect(pool.Properties.UserAttributeUpdateSettings).toEqual({
      AttributesRequireVerificationBeforeUpdate: ['email'],
    });
  });

  it('the user pool may call the function that writes our mails with codes', () => {
    const [poolId, pool] = only(resources, 'AWS::Cognito::UserPool', 'AuthUsers');
    const writer = functionId('write-code-mail');
    // By its name: the pool stands before the function does.
    expect(asText((pool.Properties.LambdaConfig as { CustomMessage: unknown }).CustomMessage)).toMatch(
      new RegExp(`:function:${resources[writer]!.Properties.FunctionName}$`),
    );
    const permits = ofType(resources, 'AWS::Lambda::Permission').map(([, { Properties }]) => ({
      of: asText(Properties.FunctionName),
      to: Properties.Principal,
      from: asText(Properties.SourceArn),
    }));
    expect(permits).toContainEqual({
      of: `\${${writer}.Arn}`,
      to: 'cognito-idp.amazonaws.com',
      from: `\${${poolId}.Arn}`,
    });
  });
});

describe('the resources', () => {
  it('no resource depends on itself through others', () => {
    const ids = new Set(Object.keys(resources));
    const waitsFor = (id: string) => {
      const { DependsOn, Properties } = resources[id]!;
      const named = JSON.stringify(Properties ?? {}).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"|\$\{(\w+)/g);
      const names = [...named].map(([, named, inText]) => named ?? inText!);
      return [...names, ...[DependsOn ?? []].flat().map(String)].filter((name) => ids.has(name));
    };
    const made = new Set<string>();
    const inMaking: string[] = [];
    const make = (id: string): void => {
      if (made.has(id)) return;
      expect(inMaking, 'in a circle').not.toContain(id);
      inMaking.push(id);
      for (const needed of waitsFor(id)) make(needed);
      inMaking.pop();
      made.add(id);
    };
    for (const id of ids) make(id);
    expect(made.size).toBe(ids.size);
  });
});

describe('the stack of what outlives the code', () => {
  it('the data stack holds table, buckets, user pool and secrets, and the main stack none of them but the built app', () => {
    const lasting = /DynamoDB|Cognito::UserPool$|SecretsManager|S3::Bucket$/;
    const lastingIn = (of: typeof template) =>
      Object.entries<{ Type: string }>(of.toJSON().Resources)
        .filter(([, { Type }]) => lasting.test(Type))
        .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))
        .sort();
    expect(lastingIn(template)).toEqual(['WebApp']);
    expect(lastingIn(dataTemplate)).toEqual([
      'AuthUsers',
      'Data',
      'DataPhotos',
      'DataTable',
      'OriginSecret',
      'PushKey',
      'RegisterKey',
      'StripeKey',
      'StripeWebhookKey',
    ]);
  });

  it('the data stack imports nothing, so that the main stack can be deleted without it', () => {
    expect(JSON.stringify(dataTemplate.toJSON())).not.toContain('Fn::ImportValue');
  });

  it('the data stack exports the same whatever the main stack uses of it', () => {
    const app = new App();
    const alone = new DataStack(app, 'Bilfund-dev-data', {
      stage: 'dev',
      stageFile: undecided,
      env: { region: 'eu-north-1' },
    });
    const exportsOf = (stack: Template) => Object.keys(stack.toJSON().Outputs).sort();
    expect(exportsOf(Template.fromStack(alone))).toEqual(exportsOf(dataTemplate));
  });

  it('the bucket of photos lets distributions of the account read it, and nobody else', () => {
    const [, policy] = only(resources, 'AWS::S3::BucketPolicy', 'DataPhotosPolicy');
    const { Statement } = policy.Properties.PolicyDocument as { Statement: Record<string, unknown>[] };
    expect(Statement.filter(({ Effect }) => Effect === 'Allow')).toEqual([
      expect.objectContaining({
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Action: 's3:GetObject',
        Condition: { ArnLike: { 'aws:SourceArn': expect.anything() } },
      }),
    ]);
    expect(asText(Statement.at(-1)!.Condition)).toContain('distribution/*');
  });
});

describe('the size of the stack', () => {
  it('the stack stays below our limit of 480 resources', () => {
    const count = Object.keys(template.toJSON().Resources).length;
    expect(count).toBeLessThan(450);
  });
});
