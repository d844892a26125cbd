import { placeholdersIn } from '#core/operator.ts';
import type { Stage } from './stage.ts';
import { hasVisitor, type StageFile, stageFileName } from './stage-file.ts';

/** What only an operator knows and prod cannot do without, with what it is for. */
const requiredInProd = {
  mailFrom: 'the address that sends all mails, at a domain that is verified in SES',
  alarmMail: 'who is told by mail when something is wrong',
} as const satisfies Partial<Record<keyof StageFile, string>>;

/** Who runs prod is named to everybody who uses it, and truly. */
export function missingOfOperator({ settings: { OPERATOR: operator } }: StageFile): string[] {
  if (operator === null)
    return ['"settings.OPERATOR": who runs it (name, address, supportMail, and cvr where there is one)'];
  return placeholdersIn(operator).map(
    (name) => `"settings.OPERATOR.${name}": the true one instead of "${operator[name]}"`,
  );
}

/** What the stack of the edge makes and the file is to name afterwards. */
function missingOfEdge({ domain, firewall }: StageFile): string[] {
  return [
    ...(domain && domain.certificateArn === null
      ? ['"domain.certificateArn": the certificate of the domain']
      : []),
    ...(firewall && firewall.webAclArn === null ? ['"firewall.webAclArn": the web ACL'] : []),
  ];
}

/** A message that names every value that is still to be given before the stage is deployed; null when there is none. */
export function missingValues(stage: Stage, stageFile: StageFile): string | null {
  const missing = Object.entries(requiredInProd)
    .filter(([name]) => stage === 'prod' && stageFile[name as keyof typeof requiredInProd] === null)
    .map(([name, meaning]) => `"${name}": ${meaning}`);
  if (stage === 'prod') missing.push(...missingOfOperator(stageFile));
  const { monthlyBudgetUsd, alarmMail } = stageFile;
  if (stage !== 'prod' && monthlyBudgetUsd !== null && alarmMail === null)
    missing.push('"alarmMail": whom the budget tells');
  if (hasVisitor(stageFile) && stageFile.visitorPrincipal === null)
    missing.push(
      '"visitorPrincipal": the user or role in whose name the visitor runs (docs/operations/marketplaces.md)',
    );
  if (stageFile.settings.CATALOG !== 'memory' && stageFile.carIndex === null)
    missing.push('"carIndex": the domain of OpenSearch that answers the list (docs/operations/growth.md)');
  const ofEdge = missingOfEdge(stageFile);
  if (missing.length + ofEdge.length === 0) return null;
  return [
    `${stageFileName(stage)} leaves open what a deployment of ${stage} needs:`,
    ...[...missing, ...ofEdge].map((sentence) => `  ${sentence}.`),
    ...(ofEdge.length > 0
      ? [`"npm run ops -- edge --stage ${stage}" makes what the edge needs and tells its ARN.`]
      : []),
    'Write it into the file and deploy again. Nothing was changed.',
  ].join('\n');
}
