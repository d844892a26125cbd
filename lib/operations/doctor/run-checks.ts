import { homeRegion, stackNameOf } from '#lib/stage.ts';
import { readStageFile } from '#lib/stage-file.ts';
import { CloudStacks } from '../cloud-stack.ts';
import { readStageOptions } from '../stage-options.ts';
import type { Check } from './check.ts';
import { examine, isAnythingMissing, reportOf } from './report.ts';

/** A command that looks at a stage and tells: exit code 1 when something is missing. */
export async function runChecks(command: string, help: string, checks: readonly Check[]): Promise<void> {
  const options = readStageOptions(process.argv.slice(2), command);
  if (!options) return console.info(help);
  const { stage } = options;
  const stack = await new CloudStacks(homeRegion).find(stackNameOf(stage));
  const { outputs, createdAt } =
    stack && !stack.hasFailedAtFirst ? stack : { outputs: null, createdAt: null };
  const surroundings = { stage, stageFile: readStageFile(stage), outputs, createdAt, now: new Date() };
  const answers = await examine(checks, surroundings);
  console.info(reportOf(stage, answers));
  if (isAnythingMissing(answers)) process.exitCode = 1;
}
