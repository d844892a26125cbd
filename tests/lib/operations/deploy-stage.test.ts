import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Deployment, readDeployment } from '#lib/deployment.ts';
import { deployStage } from '#lib/operations/deploy.ts';
import { type CloudStack, CloudStacks, readStageOptions, runProgram } from '#lib/operations/stage-options.ts';
import { Refusal } from '#lib/program-options.ts';
import { undecided } from '#lib/stage.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';

const standing: CloudStack = {
  isProtected: false,
  hasFailedAtFirst: false,
  outputs: {},
  createdAt: new Date(0),
};

const main = (stage: string) => `Bilfund-${stage}`;
const dataOf = (stage: string) => `Bilfund-${stage}-data`;

/** An account in which the stacks are as told, and become what a deployment leaves. */
function account(before: CloudStack | null, after: CloudStack | null = standing, dataBefore = before) {
  const steps: string[] = [];
  let stack = before;
  let data = dataBefore;
  const tools = {
    read: (stage: 'dev' | 'prod'): Deployment =>
      readDeployment({ stage, synthOnly: 'true' }, () => undecided),
    stacks: {
      find: async (name: string) => (name.endsWith('-data') ? data : stack),
      protect: async (name: string, isOn: boolean) =>
        void steps.push(`${isOn ? 'protect' : 'end protection of'} ${name}`),
    },
    run: async (path: string, args: readonly string[]) => {
      const isCdk = path.endsWith('/cdk');
      steps.push(isCdk ? ['cdk', ...args].join(' ') : path);
      if (!isCdk) return;
      if (!after) throw new Error('a resource could not be made');
      // An assembly that was written before knows nothing of what is said now.
      const named = args.includes('--app') ? '' : (args.find((each) => each.startsWith('protected')) ?? '');
      const isProtected = (name: string) => named.split(/[=,]/).includes(name);
      const [name = ''] = args.slice(1);
      stack = { ...after, isProtected: isProtected(name) };
      data = { ...after, isProtected: isProtected(`${name}-data`) };
    },
    tell: () => undefined,
  };
  return { steps, tools };
}
const build = 'lib/build/build.ts';
const cdk = (stage: string, ...kept: string[]) =>
  `cdk deploy ${main(stage)} --context stage=${stage} --context protectedStacks=${kept}`;
const protectBoth = [`protect ${dataOf('prod')}`, `protect ${main('prod')}`];

const failed: CloudStack = { ...standing, hasFailedAtFirst: true };

const running: CloudStack = { ...standing, outputs: { Table: 'cars', DataBucket: 'files' } };

describe('the list', () => {
  it("the catalog's snapshot is written before the functions that read it, with the stage’s own table and bucket", async () => {
    const { steps, tools } = account(running);
    const given: unknown[] = [];
    await deployStage('dev', [], {
      ...tools,
      run: async (path, args, variables) => {
        if (variables) given.push(variables);
        await tools.run(path, args);
      },
    });
    expect(steps).toEqual([build, 'functions/catalog/write-list-ahead.ts', cdk('dev')]);
    const common = {
      AWS_REGION: 'eu-north-1',
      TABLE_NAME: 'cars',
      CATALOG_BUCKET: 'files',
      LOG_LEVEL: 'warn',
    };
    expect(given).toEqual([{ ...common, CATALOG: 'memory', CAR_INDEX_ENDPOINT: '' }]);
  });

  it.each([
    ['https://cars.es', { CATALOG: 'opensearch', CAR_INDEX_ENDPOINT: 'https://cars.es' }],
    // The stage's file wants one, and the deployment that makes it is this one.
    [undefined, { CATALOG: 'memory', CAR_INDEX_ENDPOINT: '' }],
  ])('the index of the cars at %s is built ahead only where there is one', async (endpoint, expected) => {
    const { tools } = account({
      ...running,
      outputs: { ...running.outputs, ...(endpoint && { CarIndexEndpoint: endpoint }) },
    });
    const given: unknown[] = [];
    await deployStage('dev', [], {
      ...tools,
      read: (stage) => {
        const deployment = tools.read(stage);
        const settings = { ...deployment.stageFile.settings, CATALOG: 'opensearch' as const };
        return { ...deployment, stageFile: { ...deployment.stageFile, settings } };
      },
      run: async (path, args, variables) => {
        if (variables) given.push(variables);
        await tools.run(path, args);
      },
    });
    expect(given).toEqual([expect.objectContaining(expected)]);
  });

  it('a failure to write the snapshot is reported and does not stop the deployment', async () => {
    const { steps, tools } = account(running);
    const told: string[] = [];
    await deployStage('dev', [], {
      ...tools,
      tell: (sentence) => void told.push(sentence),
      run: async (path, args) => {
        if (path === 'functions/catalog/write-list-ahead.ts') throw new Refusal('no rights');
        await tools.run(path, args);
      },
    });
    expect(steps).toEqual([build, cdk('dev')]);
    expect(told).toEqual([expect.stringContaining('not written ahead')]);
  });

  it('no snapshot is written for a stack whose creation failed', async () => {
    const { steps, tools } = account({ ...running, hasFailedAtFirst: true });
    await deployStage('dev', [], tools);
    expect(steps).toEqual([build, cdk('dev')]);
  });
});

describe('a deployment', () => {
  it('a deployment with missing values stops before building and before calling AWS', async () => {
    const { steps, tools } = account(null);
    const read = (stage: 'dev' | 'prod') => readDeployment({ stage }, () => undecided);
    await expect(deployStage('prod', [], { ...tools, read })).rejects.toThrow('stages/prod.json leaves open');
    expect(steps).toEqual([]);
  });

  it('a deployment of dev is never protected', async () => {
    const { steps, tools } = account(null);
    await deployStage('dev', ['--no-rollback'], tools);
    expect(steps).toEqual([build, `${cdk('dev')} --no-rollback`]);
  });

  it('a deployment of prod is protected and stays so in the next one', async () => {
    const { steps, tools } = account(null);
    await deployStage('prod', [], tools);
    expect(steps).toEqual([build, cdk('prod'), ...protectBoth]);
    const again = account({ ...standing, isProtected: true });
    await deployStage('prod', [], again.tools);
    expect(again.steps).toEqual([build, cdk('prod', dataOf('prod'), main('prod'))]);
  });

  it('a deployment restores the protection that an older assembly removed', async () => {
    const { steps, tools } = account({ ...standing, isProtected: true });
    await deployStage('dev', ['--app', 'cdk.out'], tools);
    expect(steps).toEqual([
      build,
      `${cdk('dev', dataOf('dev'), main('dev'))} --app cdk.out`,
      `protect ${dataOf('dev')}`,
      `protect ${main('dev')}`,
    ]);
  });

  it('a failed first deployment of prod is not protected, so that the next one can start again', async () => {
    const { steps, tools } = account(null, null);
    await expect(deployStage('prod', [], tools)).rejects.toThrow('a resource could not be made');
    expect(steps).toEqual([build, cdk('prod')]);
    const next = account(failed);
    await deployStage('prod', [], next.tools);
    expect(next.steps).toEqual([build, cdk('prod'), ...protectBoth]);
  });

  it('a deployment unprotects a stack whose first deployment failed', async () => {
    const { steps, tools } = account({ ...failed, isProtected: true }, standing, null);
    await deployStage('prod', [], tools);
    expect(steps).toEqual([`end protection of ${main('prod')}`, build, cdk('prod'), ...protectBoth]);
  });

  it('a deployment keeps the protection of the data when the main stack is made again', async () => {
    const { steps, tools } = account(null, standing, { ...standing, isProtected: true });
    await deployStage('prod', [], tools);
    expect(steps).toEqual([build, cdk('prod', dataOf('prod')), `protect ${main('prod')}`]);
  });

  it('a deployment that only prepares changes does not protect the stack', async () => {
    const { steps, tools } = account(null, failed);
    await deployStage('prod', ['--no-execute'], tools);
    expect(steps).toEqual([build, `${cdk('prod')} --no-execute`]);
  });
});

describe('a script in the operator’s terminal', () => {
  it('gets the variables that it is run with, and its failure is a refusal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bilfund-script-'));
    const script = join(folder, 'asks.mjs');
    writeFileSync(script, 'process.exitCode = process.env.TABLE_NAME === process.argv[2] ? 0 : 1;');
    const path = relative(process.cwd(), script);
    await expect(runProgram(path, ['cars'], { TABLE_NAME: 'cars' })).resolves.toBeUndefined();
    await expect(runProgram(path, ['cars'], { TABLE_NAME: 'others' })).rejects.toThrow(/ended with an error/);
    rmSync(folder, { recursive: true });
  });
});

describe('the options of a command for a stage', () => {
  it("a command's options are the stage, its own flags and remaining words", () => {
    expect(readStageOptions(['--stage', 'prod', '--off'], 'replay', ['off'])).toEqual({
      stage: 'prod',
      words: [],
      flags: { off: true },
    });
    expect(readStageOptions(['--stage', 'dev', '--', '--no-rollback'], 'deploy')?.words).toEqual([
      '--no-rollback',
    ]);
  });

  it('--help overrides all other options', () => {
    expect(readStageOptions(['--help'], 'deploy')).toBeNull();
  });

  it.each([
    [[], 'Say which stage: npm run deploy -- --stage dev|prod'],
    [['--stage', 'production'], 'The stage is "production" but must be one of dev, prod.'],
    [['-c', 'stage=prod'], /"npm run deploy -- --help" lists the options\.$/],
  ])('the options %j are refused with a sentence', (args, sentence) => {
    expect(() => readStageOptions(args, 'deploy')).toThrow(sentence);
  });
});

describe('a stack of the account', () => {
  const cloud = standInFor(CloudFormationClient);
  const stacks = new CloudStacks('eu-north-1');
  beforeEach(() => cloud.reset());

  const errorOf = (name: string, message: string) => Object.assign(new Error(message), { name });

  it('a stack is read with its protection and its outputs', async () => {
    cloud.on(DescribeStacksCommand, { StackName: 'Bilfund-prod' }).resolves({
      Stacks: [
        {
          StackName: 'Bilfund-prod',
          CreationTime: new Date('2026-11-23T10:00:00Z'),
          StackStatus: 'UPDATE_ROLLBACK_COMPLETE',
          EnableTerminationProtection: true,
          Outputs: [{ OutputKey: 'Address', OutputValue: 'https://example.com' }],
        },
      ],
    });
    expect(await stacks.find('Bilfund-prod')).toEqual({
      isProtected: true,
      hasFailedAtFirst: false,
      outputs: { Address: 'https://example.com' },
      createdAt: new Date('2026-11-23T10:00:00Z'),
    });
  });

  it.each(['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'] as const)(
    'a stack in state %s counts as never completed',
    async (StackStatus) => {
      cloud
        .on(DescribeStacksCommand)
        .resolves({ Stacks: [{ StackName: 'x', CreationTime: new Date(), StackStatus }] });
      expect(await stacks.find('x')).toMatchObject({ isProtected: false, hasFailedAtFirst: true });
    },
  );

  it('a missing stack is reported as null', async () => {
    cloud.on(DescribeStacksCommand).rejects(errorOf('ValidationError', 'Stack with id x does not exist'));
    expect(await stacks.find('x')).toBeNull();
  });

  it('a failing read tells the operator to sign in', async () => {
    cloud
      .on(DescribeStacksCommand)
      .rejects(errorOf('CredentialsProviderError', 'Could not load credentials'));
    await expect(stacks.find('x')).rejects.toThrow(
      'AWS does not tell of the stack x: Could not load credentials. Sign in to the account first',
    );
  });

  it('a stack can be protected and unprotected', async () => {
    cloud.on(UpdateTerminationProtectionCommand).resolves({});
    await stacks.protect('x', true);
    await stacks.protect('x', false);
    expect(cloud.commandCalls(UpdateTerminationProtectionCommand).map(({ args }) => args[0].input)).toEqual([
      { StackName: 'x', EnableTerminationProtection: true },
      { StackName: 'x', EnableTerminationProtection: false },
    ]);
  });
});
