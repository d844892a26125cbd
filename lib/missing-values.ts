import type { Stage } from './stage.ts';
import { type StageFile, stageFileName } from './stage-file.ts';

/** What only an operator knows and prod cannot do without, with what it is for. */
const requiredInProd = {
  mailFrom: 'the address that sends all mails, at a domain or address that is verified in SES',
  alarmMail: 'who is told by mail when something is wrong',
} as const satisfies Partial<Record<keyof StageFile, string>>;

/** A message that names every value that is still to be given before the stage is deployed; null when there is none. */
export function missingValues(stage: Stage, stageFile: StageFile): string | null {
  if (stage !== 'prod') return null;
  const missing = Object.entries(requiredInProd).filter(
    ([name]) => stageFile[name as keyof typeof requiredInProd] === null,
  );
  if (missing.length === 0) return null;
  return [
    `${stageFileName(stage)} leaves open what a deployment of ${stage} needs:`,
    ...missing.map(([name, meaning]) => `  "${name}": ${meaning}.`),
    'Write it into the file and deploy again. Nothing was changed.',
  ].join('\n');
}
