import { Refusal, runCommand } from '#lib/program-options.ts';
import { type Deployment, readDeployment } from '../deployment.ts';
import { dataStackNameOf, homeRegion, type Stage, type StageFile, stackNameOf } from '../stage.ts';
import {
  type CloudStack,
  CloudStacks,
  commonOptions,
  readStageOptions,
  runProgram,
} from './stage-options.ts';

type DeployTools = {
  /** Reads the stage's file; throws a message for the operator when something is wrong or missing. */
  read(stage: Stage): Deployment;
  stacks: Pick<CloudStacks, 'find' | 'protect'>;
  run(path: string, args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<void>;
  tell(sentence: string): void;
};

/**
 * Without a snapshot of their format, functions convert the former one, which takes seconds; without an index of it they read
 * the whole table. So it is written before they take over. A failure does not stop the deployment.
 */
async function writeListAhead(
  { outputs, hasFailedAtFirst }: CloudStack,
  { CATALOG }: StageFile['settings'],
  { run, tell }: DeployTools,
): Promise<void> {
  const { Table, DataBucket, CarIndexEndpoint = '' } = outputs;
  if (hasFailedAtFirst || !Table || !DataBucket) return;
  const variables = {
    AWS_REGION: homeRegion,
    TABLE_NAME: Table,
    CATALOG_BUCKET: DataBucket,
    CATALOG: CarIndexEndpoint === '' ? 'memory' : CATALOG,
    CAR_INDEX_ENDPOINT: CarIndexEndpoint,
    LOG_LEVEL: 'warn',
  };
  try {
    await run('functions/catalog/write-list-ahead.ts', [], variables);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(
      'The list was not written ahead: its functions start from the one of the version before, or read the table.',
    );
  }
}

/**
 * Builds and deploys a stage: the toolkit deploys what the main stack imports from first. Prod's stacks get termination
 * protection once they exist: a failed first deployment must be deletable, because the toolkit creates it again. `more` is
 * passed to `cdk deploy`.
 */
export async function deployStage(stage: Stage, more: readonly string[], tools: DeployTools): Promise<void> {
  const { stacks, read, run, tell } = tools;
  // Before anything is built or called.
  const { stageFile } = read(stage);
  const name = stackNameOf(stage);
  const names = [dataStackNameOf(stage), name];
  const protectedStacks: string[] = [];
  for (const each of names) {
    const found = await stacks.find(each);
    if (!found?.isProtected) continue;
    if (found.hasFailedAtFirst) await stacks.protect(each, false);
    else protectedStacks.push(each);
  }
  const before = await stacks.find(name);
  await run('lib/build/build.ts', []);
  if (before) await writeListAhead(before, stageFile.settings, tools);
  try {
    await run('node_modules/aws-cdk/bin/cdk', [
      'deploy',
      name,
      '--context',
      `stage=${stage}`,
      '--context',
      `protectedStacks=${protectedStacks}`,
      ...more,
    ]);
  } finally {
    // Also where the main stack failed: the data stack may stand. With --no-execute there may be no stack yet. With --app the
    // toolkit applies an older assembly and may have switched protection off.
    for (const each of names) {
      if (stage !== 'prod' && !protectedStacks.includes(each)) continue;
      const after = await stacks.find(each);
      if (!after || after.hasFailedAtFirst || after.isProtected) continue;
      await stacks.protect(each, true);
      tell(
        `The stack ${each} is protected from being deleted. docs/operations/deploy.md names the command that ends that.`,
      );
    }
  }
}

const help = `Builds and deploys a stage, as its file in the folder "stages" describes it.

  npm run deploy -- --stage prod [-- options of cdk deploy]

${commonOptions}

It stops before anything is changed as long as the stage's file is wrong or leaves open what must be given.
What is set there stays set: a deployment that is repeated resets nothing.
`;

if (import.meta.main)
  await runCommand(async () => {
    const options = readStageOptions(process.argv.slice(2), 'deploy');
    if (!options) return console.info(help);
    await deployStage(options.stage, options.words, {
      read: (stage) => readDeployment({ stage }),
      stacks: new CloudStacks(homeRegion),
      run: runProgram,
      tell: (sentence) => console.info(sentence),
    });
  });
