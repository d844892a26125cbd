import { Refusal } from '#lib/program-options.ts';
import { readStageFile, stageFileName } from '#lib/stage.ts';
import { edgeOutputs, edgeRegion, needsEdge } from '../edge-stack.ts';
import { edgeStackNameOf } from '../stage.ts';
import { CloudStacks, commonOptions, readStageOptions, runProgram } from './stage-options.ts';

const help = `Makes what AWS takes from ${edgeRegion} alone: the certificate of a stage's domain, the web ACL before its site, the budget.

  npm run ops -- edge --stage prod [-- options of cdk deploy]

${commonOptions}

The stage's file names the domain, the firewall or the budget. At the end it tells what to write into the file.
A certificate is made when the domain's zone holds the record that proves it; without "hostedZoneId" the
record is shown in the console of the certificate manager in ${edgeRegion}, and the command waits for it.
`;

export async function run(given: string[]): Promise<void> {
  const options = readStageOptions(given, 'edge');
  if (!options) return console.info(help);
  const { stage, words } = options;
  const file = stageFileName(stage);
  if (!needsEdge(readStageFile(stage)))
    throw new Refusal(
      `${file} names no domain, no firewall and no budget: there is nothing to make. Nothing was changed.`,
    );
  const name = edgeStackNameOf(stage);
  await runProgram('lib/build/build.ts', []);
  const context = ['--context', `stage=${stage}`, '--context', 'synthOnly=true'];
  await runProgram('node_modules/aws-cdk/bin/cdk', ['deploy', name, ...context, ...words]);
  const stack = await new CloudStacks(edgeRegion).find(name);
  for (const [output, place] of Object.entries(edgeOutputs)) {
    const value = stack?.outputs[output];
    if (value) console.info(`${file}: "${place}" is to be "${value}".`);
  }
}
