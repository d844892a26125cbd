import { describe, expect, it } from 'vitest';
import { type Deployment, readDeployment } from '#lib/deployment.ts';
import { deployStage } from '#lib/operations/deploy-stage.ts';
import type { CloudStack } from '#lib/operations/stage-options.ts';
import { Refusal } from '#lib/program-options.ts';

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
    read: (stage: 'dev' | 'prod'): Deployment => readDeployment({ stage, synthOnly: 'true' }),
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
    const read = (stage: 'dev' | 'prod') => readDeployment({ stage });
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
