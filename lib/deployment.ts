import { visitsBy } from '#core/imports/job.ts';
import {
  missingValues,
  Refusal,
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
  /** The stack is kept from being deleted. Only one that was made whole is: what failed at first must be begun again. */
  isProtected: boolean;
};

/** The words that may follow `-c`. All else of a stage stands in its file, so that a deployment that is repeated resets nothing. */
const contextNames: readonly string[] = [
  'stage',
  // "true": the template is looked at and not deployed, so that values may still be missing.
  'synthOnly',
  // "none": nothing of the stage's file counts. This machine runs the template so, whatever is decided of the cloud.
  'stageFile',
  // Beside "stageFile=none": who visits the marketplace on this machine.
  'visitsBy',
  // "true": the stack stands and is protected, which the toolkit would else end.
  'isProtected',
];

/** What the toolkit puts beside them: "@aws-cdk/core:…", "aws:cdk:…", "availability-zones:account=…". */
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

/** A stage of which nothing counts that was decided of the cloud: a machine of one's own shares no quota with anybody. */
function localStageFile(visits: unknown): StageFile {
  const by = visitsBy.find((each) => each === (visits ?? 'lambda'));
  if (!by) throw new Refusal(`VISITS_BY is "${String(visits)}" but must be one of ${visitsBy.join(', ')}.`);
  return { ...undecided, accountConcurrency: null, settings: { ...undecided.settings, VISITS_BY: by } };
}

/**
 * What is to be deployed, by the app's context.
 * @throws Refusal with a sentence for the operator, as long as something is wrong or missing.
 */
export function readDeployment(context: Readonly<Record<string, unknown>>): Deployment {
  const stage = readStage(context.stage ?? 'dev');
  refuseSettings(Object.keys(context), stage);
  const says = (name: string) => String(context[name]) === 'true';
  const isProtected = says('isProtected');
  if (context.stageFile === 'none')
    return { stage, stageFile: localStageFile(context.visitsBy), isProtected };
  if (context.visitsBy !== undefined) refuseSettings(['VISITS_BY'], stage);
  const stageFile = readStageFile(stage);
  const missing = says('synthOnly') ? null : missingValues(stage, stageFile);
  if (missing) throw new Refusal(missing);
  return { stage, stageFile, isProtected };
}
