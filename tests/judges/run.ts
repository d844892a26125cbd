import { cfnLint } from './cfn-lint.ts';
import { dynamoDbLocal } from './dynamodb-local.ts';
import { extension } from './extension/extension.ts';
import { type Judge, Unable, type Verdict } from './judge.ts';
import { mcp } from './mcp.ts';
import { ministack } from './ministack/ministack.ts';
import { ministackProd } from './ministack/prod.ts';
import { openSearch } from './opensearch/opensearch.ts';
import { schemathesis } from './schemathesis/schemathesis.ts';
import { stripeMock } from './stripe/stripe-mock.ts';

const judges: readonly Judge[] = [
  cfnLint,
  dynamoDbLocal,
  extension,
  mcp,
  ministack,
  ministackProd,
  openSearch,
  schemathesis,
  stripeMock,
];

const [name, ...flags] = process.argv.slice(2);
const asked = judges.filter((judge) => name === 'all' || judge.name === name);
if (asked.length === 0) {
  console.info(`npm run judge -- NAME: ${judges.map((judge) => judge.name).join(', ')}, or all.`);
  process.exit(name === '--help' ? 0 : 2);
}

const isUnable = (verdict: object): verdict is { unable: string } => 'unable' in verdict;

async function ask({ judge }: Judge): Promise<Verdict | { unable: string }> {
  try {
    const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
    return await judge({ record: flags.includes('--record'), from });
  } catch (error) {
    if (error instanceof Unable) return { unable: error.message };
    // One that broke keeps no other from its word.
    return { checked: 0, findings: [`It broke: ${String(error)}`] };
  }
}

const verdicts: Record<string, Verdict | { unable: string }> = {};
console.info(`${'judge'.padEnd(16)} checked findings acknowledged  seconds`);
for (const one of asked) {
  const from = performance.now();
  const verdict = await ask(one);
  verdicts[one.name] = verdict;
  const seconds = ((performance.now() - from) / 1000).toFixed(0).padStart(8);
  if (isUnable(verdict)) {
    console.info(`${one.name.padEnd(16)} cannot run: ${verdict.unable}`);
    continue;
  }
  const { checked, findings, acknowledged = 0 } = verdict;
  const figures = [String(checked).padStart(7), String(findings.length).padStart(8)];
  console.info([one.name.padEnd(16), ...figures, String(acknowledged).padStart(12), seconds].join(' '));
  if (verdict.says) console.info(`  ${verdict.says}`);
  for (const finding of findings) console.info(`  ${finding}`);
}
console.info(JSON.stringify(verdicts));
const hasFindings = Object.values(verdicts).some((one) => !isUnable(one) && one.findings.length > 0);
// What a judge that broke has left open must not keep us.
process.exit(hasFindings ? 1 : 0);
