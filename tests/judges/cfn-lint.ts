import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Acknowledgement, type Judge, pythonTool, synthesizeStages, without } from './judge.ts';

const acknowledgements: readonly Acknowledgement[] = [
  {
    finding:
      /W3005 'Functions\w+Role[0-9A-F]{8}' dependency already enforced .*'Resources\/Functions\w+\/Properties\/Role'$/,
    because: 'CDK writes that a function waits for its role, beside the reference that says the same.',
  },
  {
    finding: /W3005 'CustomCDKBucketDeployment\w+' dependency already enforced .*\/Properties\/Role'$/,
    because: "The same of CDK's own function that puts the app into its bucket.",
  },
  {
    finding: /W6001 The output value .*Bilfund-\w+-data:Exports/,
    because: 'Operators’ commands read what they need from the outputs of one stack, the main one.',
  },
  {
    finding: /I3013 'MessageRetentionPeriod' is a required property/,
    because:
      "The queues of work keep SQS's four days: what fails leaves them for the dead letters, which stay 14.",
  },
];

type Found = { Rule: { Id: string }; Message: string };

/** cfn-lint: the template of each stage against AWS's resource schemas and its own rules, hints included. */
export const cfnLint: Judge = {
  name: 'cfn-lint',
  async judge() {
    const bin = pythonTool('cfn-lint', 'cfn-lint==1.58.0');
    const each = synthesizeStages().flatMap(({ stage, templates }) =>
      templates.map((template) => ({ stage, template })),
    );
    const results = each.map(({ stage, template }) => {
      const args = ['--regions', 'eu-north-1', '--include-checks', 'I', '--format', 'json', '--', template];
      const { stdout, stderr } = spawnSync(join(bin, 'cfn-lint'), args, {
        ...{ encoding: 'utf8', maxBuffer: 2 ** 28 },
      });
      if (!stdout) throw new Error(`cfn-lint said nothing: ${stderr}`);
      const { Resources } = JSON.parse(readFileSync(template, 'utf8')) as { Resources: object };
      const found = (JSON.parse(stdout) as Found[]).map(
        ({ Rule, Message }) => `${stage}: ${Rule.Id} ${Message}`,
      );
      return { checked: Object.keys(Resources).length, found };
    });
    const checked = results.reduce((sum, one) => sum + one.checked, 0);
    const found = results.flatMap((one) => one.found);
    return { checked, ...without(acknowledgements, found) };
  },
};
