import { Refusal } from '#lib/stage.ts';
import type { Deployment } from '../deployment.ts';
import { homeRegion, type Stage, stackNameOf } from '../stage.ts';
import type { CloudStack, CloudStacks } from './stage-options.ts';

export type DeployTools = {
  /** What the stage's file decides; throws for the operator when something of it is wrong or missing. */
  read(stage: Stage): Deployment;
  stacks: Pick<CloudStacks, 'find' | 'protect'>;
  run(path: string, args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<void>;
  tell(sentence: string): void;
};

/**
 * Functions that find no snapshot of their format convert the former one, which takes them seconds: theirs is written before
 * they take over. A deployment does not fail for it.
 */
async function writeListAhead(
  { outputs, hasFailedAtFirst }: CloudStack,
  { run, tell }: DeployTools,
): Promise<void> {
  const { Table, DataBucket } = outputs;
  if (hasFailedAtFirst || !Table || !DataBucket) return;
  const variables = {
    AWS_REGION: homeRegion,
    TABLE_NAME: Table,
    CATALOG_BUCKET: DataBucket,
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
 * Builds and deploys a stage. Prod's stack is protected from being deleted once it stands: a first deployment that failed
 * must be deletable, for the toolkit begins it anew. `more` is handed to `cdk deploy`.
 */
export async function deployStage(stage: Stage, more: readonly string[], tools: DeployTools): Promise<void> {
  const { stacks, read, run, tell } = tools;
  // Before anything is built or asked.
  read(stage);
  const name = stackNameOf(stage);
  const before = await stacks.find(name);
  let isProtected = before?.isProtected ?? false;
  if (isProtected && before?.hasFailedAtFirst) {
    await stacks.protect(name, false);
    isProtected = false;
  }
  await run('lib/build/build.ts', []);
  if (before) await writeListAhead(before, tools);
  await run('node_modules/aws-cdk/bin/cdk', [
    'deploy',
    name,
    '--context',
    `stage=${stage}`,
    '--context',
    `isProtected=${isProtected}`,
    ...more,
  ]);
  if (stage !== 'prod' && !isProtected) return;
  // With --no-execute there may be no stack yet, or one that has not been made. One that was protected may be so no more:
  // the toolkit sets what it reads from an assembly that was written before (--app).
  const after = await stacks.find(name);
  if (!after || after.hasFailedAtFirst || after.isProtected) return;
  await stacks.protect(name, true);
  tell(
    `The stack ${name} is protected from being deleted. "npm run ops -- protect --stage prod --off" ends that.`,
  );
}
