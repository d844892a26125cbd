import { dynamoDbLocal } from './dynamodb-local.ts';
import type { Judge, Verdict } from './judge.ts';

const judges: readonly Judge[] = [dynamoDbLocal];

const [name, ...flags] = process.argv.slice(2);
const asked = judges.filter((judge) => name === 'all' || judge.name === name);
if (asked.length === 0) {
  console.error(`Name a judge, or all of them: ${judges.map((judge) => judge.name).join(', ')}, all.`);
  process.exit(2);
}

const verdicts: Record<string, Verdict> = {};
for (const { name: judgeName, judge } of asked) {
  const verdict = await judge({ record: flags.includes('--record') });
  verdicts[judgeName] = verdict;
  const says = verdict.unable
    ? `cannot run: ${verdict.unable}`
    : `${verdict.checked} checked, ${verdict.findings.length} findings`;
  console.info(`${judgeName.padEnd(16)} ${says}`);
  for (const finding of verdict.findings) console.info(`  ${finding}`);
}
console.info(JSON.stringify(verdicts));
process.exitCode = Object.values(verdicts).some(({ findings }) => findings.length > 0) ? 1 : 0;
