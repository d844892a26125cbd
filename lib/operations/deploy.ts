import { runCommand } from '#lib/program-options.ts';
import { readDeployment } from '../deployment.ts';
import { homeRegion } from '../stage.ts';
import { deployStage } from './deploy-stage.ts';
import { CloudStacks, commonOptions, readStageOptions, runProgram } from './stage-options.ts';

const help = `Builds and deploys a stage, as its file in the folder "stages" describes it.

  npm run deploy -- --stage prod [-- options of cdk deploy]

${commonOptions}

It stops before anything is changed as long as the stage's file is wrong or leaves open what must be given.
What is set there stays set: a deployment that is repeated resets nothing.
`;

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
