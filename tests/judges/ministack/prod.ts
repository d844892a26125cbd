import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StageFile, stackNameOf, stageFileName } from '#lib/stage.ts';
import { acceptedOperator } from '#tests/support/sample-operator.ts';
import type { Judge, Verdict } from '../judge.ts';
import { pythonTool } from '../python-tool.ts';
import { addRefused, withDeployable } from './deployable.ts';
import { type Emulator, withEmulator } from './emulator.ts';
import { deleteLeftOvers, documented } from './left-overs.ts';
import { inProjectCopy } from './project-copy.ts';
import { Rehearsal } from './rehearsal.ts';
import { stepsWith } from './steps.ts';

const stage = 'prod';
const stackName = stackNameOf(stage);

/** What the operator decides; all else stays as the project's file has it. */
const decided = { mailFrom: 'besked@bilfund.example', alarmMail: 'drift@bilfund.example' } as const;

function decide(folder: string): void {
  const path = join(folder, stageFileName(stage));
  const checkedIn = JSON.parse(readFileSync(path, 'utf8')) as StageFile;
  const settings = { ...checkedIn.settings, OPERATOR: acceptedOperator };
  const file = { ...checkedIn, ...decided, settings };
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
}

/** The way of docs/operations/deploy.md through prod, step by step. */
async function rehearse(emulator: Emulator, folder: string): Promise<Verdict> {
  const { command, bootstrap, deploy, copyFiles, look, ask } = stepsWith(emulator, folder);
  const aws = join(pythonTool('awscli', 'awscli==1.46.3'), 'aws');
  const shell = (line: string) => command('bash', '-c', line.replace(/^aws /, `'${aws}' `));
  const synthesized = join(emulator.temporary, 'synthesized');
  const assembly = join(emulator.temporary, 'assembly');
  const failing = join(emulator.temporary, 'failing');
  const rehearsal = new Rehearsal();
  const stackSays = async (query: string) => {
    const line = `aws cloudformation describe-stacks --region eu-north-1 --stack-name ${stackName} --query ${query}`;
    return JSON.parse((await shell(line)).text) as unknown;
  };
  await rehearsal.isRefused(
    'deploying before anything is decided',
    [/"mailFrom"/, /"alarmMail"/, /"settings.OPERATOR"/],
    () => command('npm', 'run', 'deploy', '--', '--stage', stage),
  );
  const mails = documented('deploy.md', 'aws sesv2');
  rehearsal.expects(mails.length > 0, 'deploy.md names no command for SES.');
  for (const line of mails) await rehearsal.succeeds(line, () => shell(line));
  decide(folder);
  await rehearsal.succeeds('build', () => command('npm', 'run', 'build'));
  await rehearsal.succeeds('bootstrap', bootstrap);
  const cdk = join(folder, 'node_modules/.bin/cdk');
  const synth = ['synth', '--strict', '--quiet', '-c', `stage=${stage}`, '--output', synthesized];
  if (!(await rehearsal.succeeds('synth', () => command(cdk, ...synth)))) return rehearsal.verdict;
  return withDeployable(emulator, async ({ search, write }) => {
    write(synthesized, assembly);
    write(synthesized, failing, addRefused);
    await rehearsal.isRefused('a first deployment that fails', [], () => deploy(failing));
    rehearsal.expects(
      (await stackSays('Stacks[0].StackStatus')) === 'ROLLBACK_COMPLETE',
      `The stack that failed is ${await stackSays('Stacks[0].StackStatus')}.`,
    );
    rehearsal.expects(
      (await stackSays('Stacks[0].EnableTerminationProtection')) !== true,
      'A stack that failed is protected.',
    );
    const said = await rehearsal.step('the same command again', () => deploy(assembly));
    rehearsal.expects(said.status === 0, `The same command again fails: ${said.text.slice(-1500)}`);
    if (said.status !== 0) return rehearsal.verdict;
    rehearsal.expects(
      said.text.includes('is protected from being deleted'),
      'The operator is not told that the stack is protected.',
    );
    await deleteLeftOvers(rehearsal, shell);
    await rehearsal.succeeds("the app's files", () => copyFiles(synthesized));
    await rehearsal.findsNothing('verify', () => look('verify'));
    await rehearsal.findsNothing('doctor', () => look('doctor'));
    await rehearsal.imports(() => ask({ isNew: true, search }));
    await rehearsal.isRefused('deleting a protected stack', [/Termination ?Protection/i], () =>
      shell(`aws cloudformation delete-stack --region eu-north-1 --stack-name ${stackName}`),
    );
    const again = await rehearsal.step('deploying again', () => deploy(assembly));
    rehearsal.expects(
      again.text.includes('no changes'),
      `Deploying again changes something: ${again.text.slice(-1500)}`,
    );
    rehearsal.expects(
      (await stackSays('Stacks[0].EnableTerminationProtection')) === true,
      'The stack is not protected any more.',
    );
    return rehearsal.verdict;
  });
}

/** ministack: an operator takes prod from an empty account to a site that runs, by the documents alone. */
export const ministackProd: Judge = {
  name: 'ministack-prod',
  judge: () => inProjectCopy((folder) => withEmulator(stage, (emulator) => rehearse(emulator, folder))),
};
