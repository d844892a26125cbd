import { Refusal } from './program-options.ts';
import {
  missingValues,
  readStage,
  readStageFile,
  type Stage,
  type StageFile,
  stageFileName,
  undecided,
} from './stage.ts';

export type Deployment = {
  stage: Stage;
  stageFile: StageFile;
  /** Stacks with termination protection. Only on once a stack exists: a failed first deployment must be deletable. */
  protectedStacks: readonly string[];
};

/**
 * The context keys allowed after `-c`. Everything else about a stage is in its file, so that repeating a deployment resets
 * nothing.
 */
const contextNames: readonly string[] = [
  'stage',
  // "true": the template is only inspected, so values may be missing.
  'synthOnly',
  // "none": ignores the stage's file. This machine runs the template that way, whatever the cloud's settings are.
  'stageFile',
  // "Bilfund-prod,Bilfund-prod-data": the stacks that exist and are protected, which the toolkit would otherwise switch off.
  'protectedStacks',
];

/** Context keys added by the toolkit: "@aws-cdk/core:…", "aws:cdk:…", "availability-zones:account=…". */
const isOfToolkit = (name: string) => !/^\w+$/.test(name);

function refuseSettings(names: readonly string[], stage: Stage): void {
  const unknown = names.filter((name) => !contextNames.includes(name) && !isOfToolkit(name));
  if (unknown.length === 0) return;
  const said = unknown.map((name) => `-c ${name}=…`).join(', ');
  throw new Refusal(
    `${said}: what a deployment is set to stands in ${stageFileName(stage)} and not on the command line, ` +
      'where the next deployment would forget it. Write it into the file and deploy again. Nothing was changed.',
  );
}

/**
 * What to deploy, from the app's context.
 * @throws Refusal with a message for the operator when something is wrong or missing
 */
export function readDeployment(
  context: Readonly<Record<string, unknown>>,
  readFile: (stage: Stage) => StageFile = readStageFile,
): Deployment {
  const stage = readStage(context.stage ?? 'dev');
  refuseSettings(Object.keys(context), stage);
  const says = (name: string) => String(context[name]) === 'true';
  const protectedStacks = String(context.protectedStacks ?? '').split(',');
  // This machine shares no concurrency quota.
  if (context.stageFile === 'none')
    return { stage, stageFile: { ...undecided, accountConcurrency: null }, protectedStacks };
  const stageFile = readFile(stage);
  const missing = says('synthOnly') ? null : missingValues(stage, stageFile);
  if (missing) throw new Refusal(missing);
  return { stage, stageFile, protectedStacks };
}
