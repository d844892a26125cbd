import { readAssembly } from 'embedded-cloud/runner/template/assembly.ts';
import { openTemplate } from 'embedded-cloud/runner/template/template.ts';
import { type Acknowledgement, type Judge, without } from './judge.ts';
import { askPython, pythonTool } from './python-tool.ts';
import { synthesizeStages } from './synthesize.ts';

const acknowledgements: readonly Acknowledgement[] = [
  {
    finding: /CustomCDKBucketDeployment\w+DefaultPolicy\w+: RESOURCE_MISMATCH .*s3:GetObject\*/,
    because:
      "CDK's own function that puts the app into its bucket has actions with wildcards, some of which fit no bucket.",
  },
];

type Policy = { where: string; document: { Statement: object[] } };

const isDocument = (value: object): value is Policy['document'] =>
  'Statement' in value && Array.isArray(value.Statement);

/** Every policy within the properties of a resource, wherever it stands. */
function policiesIn(where: string, value: unknown): Policy[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isDocument(value)) return [{ where, document: value }];
  return Object.values(value).flatMap((each) => policiesIn(where, each));
}

/** parliament: each action of a statement exists, and can be allowed of what it is allowed of. */
export const iam: Judge = {
  name: 'iam',
  async judge() {
    const bin = pythonTool('iam', 'parliament==1.6.4', 'setuptools==80.9.0');
    const policies = synthesizeStages().flatMap(({ stage, folder }) => {
      const assembly = readAssembly(folder);
      const { resolve, arn } = openTemplate(assembly, { gateway: 'https://gateway.invalid' });
      // The only attribute that the embedded cloud does not name.
      const named = (document: Policy['document']) =>
        JSON.parse(
          JSON.stringify(document).replace(
            /"(\w+)\.StreamArn"/g,
            (_, table: string) => `"${arn(table)}/stream/label"`,
          ),
        ) as Policy['document'];
      return Object.entries(assembly.resources).flatMap(([id, { Properties = {} }]) =>
        policiesIn(`${stage} ${id}`, resolve(Properties)).map(({ where, document }) => ({
          where,
          document: named(document),
        })),
      );
    });
    const findings = askPython<string[]>(bin, 'iam.py', policies);
    const statements = policies.flatMap(({ document }) => document.Statement);
    return { checked: statements.length, ...without(acknowledgements, findings) };
  },
};
