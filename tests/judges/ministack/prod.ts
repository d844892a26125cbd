import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildDirectory, repositoryRoot } from '#lib/build/output.ts';
import { type StageFile, stackNameOf, stageFileName } from '#lib/stage.ts';
import { operationsFolder, operatorCommands } from '#tests/support/operator-commands.ts';
import { acceptedOperator } from '#tests/support/sample-operator.ts';
import { type Judge, pythonTool, type Verdict } from '../judge.ts';
import { type Emulator, withEmulator } from './emulator.ts';
import { addRefused, withDeployable } from './emulator-assembly.ts';
import { Rehearsal, type Said, stepsWith } from './steps.ts';

type Shell = (line: string) => Promise<Said>;

/** The commands of deploy.md below this heading that begin so. */
const documented = (below: string, beginning: string): string[] =>
  operatorCommands
    .filter(({ path, heading }) => path === join(operationsFolder, 'deploy.md') && heading === below)
    .map(({ command }) => command)
    .filter((command) => command.startsWith(beginning));
const ofFailures = (beginning: string) => documented('When a deployment fails', beginning);

const [region, table, bucket] = ['--region eu-north-1', 'Bilfund-prod-left-over', 'bilfund-prod-left-over'];
const tags = [
  { Key: 'product', Value: 'bilfund' },
  { Key: 'stage', Value: 'prod' },
];
const tagged = tags.map(({ Key, Value }) => `Key=${Key},Value=${Value}`).join(' ');
const asMap = tags.map(({ Key, Value }) => `${Key}=${Value}`).join(',');

/** AWS keeps what holds people's data of a first try that failed, and the emulator does not: it is put there. */
const asLeftBehind = [
  `aws dynamodb create-table ${region} --table-name ${table} --billing-mode PAY_PER_REQUEST --deletion-protection-enabled ` +
    `--key-schema AttributeName=pk,KeyType=HASH --attribute-definitions AttributeName=pk,AttributeType=S --tags ${tagged}`,
  `aws cognito-idp create-user-pool ${region} --pool-name left-over --deletion-protection ACTIVE --user-pool-tags ${asMap}`,
  `aws s3api create-bucket ${region} --bucket ${bucket} --create-bucket-configuration LocationConstraint=eu-north-1`,
  `aws s3api put-bucket-tagging ${region} --bucket ${bucket} --tagging '${JSON.stringify({ TagSet: tags })}'`,
];

/** Finds and deletes what a first try has left behind, by the commands of deploy.md alone. */
async function deleteLeftOvers(rehearsal: Rehearsal, shell: Shell): Promise<void> {
  for (const line of asLeftBehind) {
    const { status, text } = await shell(line);
    if (status !== 0) throw new Error(`${line} failed: ${text}`);
  }
  const list = async (beginning: string): Promise<string[]> => {
    const listed: string[] = [];
    for (const line of ofFailures(beginning)) {
      const { status, text } = await rehearsal.step(beginning, () => shell(line));
      rehearsal.expects(status === 0, `${line} fails: ${text}`);
      if (status === 0) listed.push(...(JSON.parse(text) as string[]));
    }
    return listed;
  };
  const find = async () => {
    const ofStage = await list('aws resourcegroupstaggingapi get-resources');
    const ofStack = await list('aws cloudformation list-stack-resources');
    return ofStage.filter((arn) => !ofStack.some((id) => arn.endsWith(id)));
  };
  const found = await find();
  const nameOf = (service: string) =>
    found
      .find((arn) => arn.split(':')[2] === service)
      ?.split(/[:/]/)
      .at(-1) ?? 'nothing';
  rehearsal.expects(found.length === 3, `Three things are left over, and these are found: ${found}.`);
  const names: Readonly<Record<string, string>> = {
    TABLE: nameOf('dynamodb'),
    POOL: nameOf('cognito-idp'),
    BUCKET: nameOf('s3'),
  };
  for (const line of ['aws dynamodb', 'aws cognito-idp', 'aws s3'].flatMap((start) => ofFailures(start))) {
    const filledIn = line.replace(/\b(?:TABLE|POOL|BUCKET)\b/g, (word) => names[word]!);
    await rehearsal.succeeds(filledIn, () => shell(filledIn));
  }
  const still = await find();
  rehearsal.expects(still.length === 0, `This is still left over: ${still}.`);
}

/** On the same disk as the packages. */
const copy = join(buildDirectory, 'operator');

function said(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd: repositoryRoot, encoding: 'utf8', maxBuffer: 2 ** 26 },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Does the work in an operator's clone, in which a stage's file may be edited: what git knows of the project, and its packages. */
async function inProjectCopy<T>(work: (folder: string) => Promise<T>): Promise<T> {
  rmSync(copy, { recursive: true, force: true });
  const files = said('git', 'ls-files', '-z').split('\0').filter(Boolean);
  for (const folder of new Set(files.map((file) => dirname(file))))
    mkdirSync(join(copy, folder), { recursive: true });
  for (const file of files) copyFileSync(join(repositoryRoot, file), join(copy, file));
  const packages = readdirSync(join(repositoryRoot, 'node_modules')).filter((name) => name !== '.cache');
  mkdirSync(join(copy, 'node_modules'));
  // Hard links: through a link to the folder, packages would be found to stand in the original.
  said('cp', '-al', ...packages.map((name) => join('node_modules', name)), join(copy, 'node_modules'));
  try {
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
}

const stage = 'prod';
const stackName = stackNameOf(stage);

type Decision = Pick<StageFile, 'mailFrom' | 'alarmMail'> & Pick<StageFile['settings'], 'OPERATOR'>;
const undecided: Decision = { mailFrom: null, alarmMail: null, OPERATOR: null };
const decided: Decision = {
  mailFrom: 'besked@bilfund.example',
  alarmMail: 'drift@bilfund.example',
  OPERATOR: acceptedOperator,
};

/** Writes what the operator decides into the stage's file; all else stays as the project's has it. */
function decide(folder: string, { OPERATOR, ...addresses }: Decision): void {
  const path = join(folder, stageFileName(stage));
  const checkedIn = JSON.parse(readFileSync(path, 'utf8')) as StageFile;
  // The demo marketplace gives leave.
  const settings = { ...checkedIn.settings, OPERATOR, IMPORTS_ENABLED: true };
  const file = { ...checkedIn, ...addresses, settings };
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
  decide(folder, undecided);
  await rehearsal.isRefused(
    'deploying before anything is decided',
    [/"mailFrom"/, /"alarmMail"/, /"settings.OPERATOR"/],
    () => command('npm', 'run', 'deploy', '--', '--stage', stage),
  );
  const mails = documented('Mails', 'aws sesv2');
  rehearsal.expects(mails.length > 0, 'deploy.md names no command for SES.');
  for (const line of mails) await rehearsal.succeeds(line, () => shell(line));
  decide(folder, decided);
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
