import { requireOutputs } from '#lib/operations/stage-options.ts';
import { homeRegion, Refusal, readStageFile, runCommand, type Stage } from '#lib/stage.ts';
import { commonOptions, readStageOptions } from '../stage-options.ts';
import {
  askLocal,
  requireRightClock,
  requireVisitor,
  roleEnvironment,
  runVisits,
  visitorOutputs,
  visitorVariables,
} from './visits.ts';

const help = `Visits the marketplace from this machine, where it refuses the cloud (docs/operations/marketplaces.md).

  npm run ops -- visitor --stage prod
  npm run ops -- visitor --local http://127.0.0.1:5173

${commonOptions}
  --local ADDRESS  of an "npm start" on this machine, instead of a stage

It takes visits from the stage's queue in the name of a role that may do no more, and writes a line for each.
Ctrl-C ends after the visit that is under way; a second Ctrl-C gives that back at once.
`;

async function askTime(): Promise<string | null> {
  try {
    const answer = await fetch(`https://sts.${homeRegion}.amazonaws.com/`, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    return answer.headers.get('date');
  } catch {
    throw new Refusal(
      'AWS cannot be reached from here. Is this machine on the network? Nothing was visited.',
    );
  }
}

async function visitFor(stage: Stage): Promise<number> {
  const stageFile = readStageFile(stage);
  requireVisitor(stage, stageFile);
  requireRightClock(await askTime(), Date.now());
  const outputs = await requireOutputs(stage, visitorOutputs);
  const role = roleEnvironment(outputs.VisitorRole, process.env);
  try {
    return await runVisits({
      ...visitorVariables(stage, stageFile.settings, outputs),
      ...role.variables,
      AWS_REGION: homeRegion,
    });
  } finally {
    role.remove();
  }
}

await runCommand(async () => {
  const words = process.argv.slice(2);
  if (words[0] === '--local') {
    process.exitCode = await runVisits(await askLocal(words[1] ?? ''));
    return;
  }
  const options = readStageOptions(words, 'visitor');
  if (!options) return console.info(help);
  process.exitCode = await visitFor(options.stage);
});
