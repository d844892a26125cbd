import { join } from 'node:path';
import { operationsFolder, operatorCommands } from '#tests/support/operator-commands.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { Said } from './steps.ts';

type Shell = (line: string) => Promise<Said>;

/** The commands of a page of the documents that begin so. */
export const documented = (page: string, beginning: string): string[] =>
  operatorCommands
    .filter(({ path, command }) => path === join(operationsFolder, page) && command.startsWith(beginning))
    .map(({ command }) => command);

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
export async function deleteLeftOvers(rehearsal: Rehearsal, shell: Shell): Promise<void> {
  for (const line of asLeftBehind) {
    const { status, text } = await shell(line);
    if (status !== 0) throw new Error(`${line} failed: ${text}`);
  }
  const list = async (beginning: string): Promise<string[]> => {
    const listed: string[] = [];
    for (const line of documented('deploy.md', beginning)) {
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
  for (const line of ['aws dynamodb', 'aws cognito-idp', 'aws s3'].flatMap((start) =>
    documented('deploy.md', start),
  )) {
    const filledIn = line.replace(/\b(?:TABLE|POOL|BUCKET)\b/g, (word) => names[word]!);
    await rehearsal.succeeds(filledIn, () => shell(filledIn));
  }
  const still = await find();
  rehearsal.expects(still.length === 0, `This is still left over: ${still}.`);
}
