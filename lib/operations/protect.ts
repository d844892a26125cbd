import { Refusal, runCommand } from '#lib/stage.ts';
import { homeRegion, stackNameOf } from '../stage.ts';
import { CloudStacks, commonOptions, readStageOptions } from './stage-options.ts';

const help = `Protects a stage's stack from being deleted. "npm run deploy" does so for prod once the stack stands.

  npm run ops -- protect --stage prod [--off]

  --off            end the protection, so that the stack can be deleted
${commonOptions}
`;

await runCommand(async () => {
  const options = readStageOptions(process.argv.slice(2), 'protect', ['off']);
  if (!options) return console.info(help);
  const name = stackNameOf(options.stage);
  const stacks = new CloudStacks(homeRegion);
  if (!(await stacks.find(name)))
    throw new Refusal(`There is no stack ${name} in ${homeRegion}. Nothing was changed.`);
  await stacks.protect(name, !options.flags.off);
  console.info(
    options.flags.off
      ? `The stack ${name} can be deleted now. Its table, its buckets, its user pool and its secrets would stay.`
      : `The stack ${name} is protected from being deleted.`,
  );
});
