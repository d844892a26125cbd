import { parseArgs } from 'node:util';
import { Refusal } from '../refusal.ts';
import { readStage, type Stage, stages } from '../stage.ts';

export const commonOptions = `  --stage NAME     ${stages.join(' or ')}
  --profile NAME   the AWS profile to use
  --help           this text`;

type StageOptions = { stage: Stage; words: string[]; flags: Readonly<Record<string, boolean>> };

/**
 * What every command for a stage takes, and flags of its own. Null where help was asked for.
 * @throws Refusal with a sentence for what is wrong
 */
export function readStageOptions(
  args: readonly string[],
  command: string,
  flagNames: readonly string[] = [],
): StageOptions | null {
  const called = command === 'deploy' ? 'npm run deploy --' : `npm run ops -- ${command}`;
  const own = Object.fromEntries(flagNames.map((name) => [name, { type: 'boolean' as const }]));
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...own,
        stage: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { stage, profile, help, ...flags } = values;
    if (help) return null;
    if (stage === undefined) throw new Refusal(`Say which stage: ${called} --stage ${stages.join('|')}`);
    if (profile) process.env.AWS_PROFILE = profile;
    return { stage: readStage(stage), words: positionals, flags: flags as Record<string, boolean> };
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof TypeError)) throw error;
    throw new Refusal(`${error.message}\n"${called} --help" lists the options.`);
  }
}
