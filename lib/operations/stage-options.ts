import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { repositoryRoot } from '#lib/build/output.ts';
import { Refusal } from '#lib/program-options.ts';
import { homeRegion, readStage, type Stage, stackNameOf, stages } from '#lib/stage.ts';

export const commonOptions = `  --stage NAME     ${stages.join(' or ')}
  --profile NAME   the AWS profile to use
  --help           this text`;

type StageOptions = { stage: Stage; words: string[]; flags: Readonly<Record<string, boolean>> };

/**
 * The options that every stage command takes, and its own flags. Null for --help.
 * @throws Refusal with a message for what is wrong
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

/**
 * Runs one of our scripts, or one of a package, with this Node in the operator's terminal, with `variables` added to the
 * environment.
 * @throws Refusal when it fails
 */
export function runProgram(
  path: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repositoryRoot, path), ...args], {
      cwd: repositoryRoot,
      env: { ...process.env, ...variables },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Refusal(`${path} ended with an error, which stands above.`));
    });
  });
}

export type CloudStack = {
  isProtected: boolean;
  /** Its first deployment failed: the toolkit deletes it and begins again. */
  hasFailedAtFirst: boolean;
  outputs: Readonly<Record<string, string>>;
  createdAt: Date;
};

const failedAtFirst = ['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS'];

const isMissing = (error: unknown) =>
  error instanceof Error && error.name === 'ValidationError' && /does not exist/.test(error.message);

export class CloudStacks {
  private readonly client: CloudFormationClient;

  constructor(region: string) {
    this.client = new CloudFormationClient({ region });
  }

  async find(name: string): Promise<CloudStack | null> {
    try {
      const { Stacks = [] } = await this.client.send(new DescribeStacksCommand({ StackName: name }));
      const stack = Stacks[0];
      if (!stack) return null;
      return {
        isProtected: stack.EnableTerminationProtection === true,
        hasFailedAtFirst: failedAtFirst.includes(stack.StackStatus ?? ''),
        createdAt: stack.CreationTime ?? new Date(0),
        outputs: Object.fromEntries(
          (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
        ),
      };
    } catch (error) {
      if (isMissing(error)) return null;
      throw new Refusal(
        `AWS does not tell of the stack ${name}: ${error instanceof Error ? error.message : error}. ` +
          'Sign in to the account first (aws sso login, or AWS_PROFILE). Nothing was changed.',
      );
    }
  }

  async protect(name: string, isProtected: boolean): Promise<void> {
    await this.client.send(
      new UpdateTerminationProtectionCommand({ StackName: name, EnableTerminationProtection: isProtected }),
    );
  }
}

/** A stage's stack outputs by name. @throws Refusal when the stack or an output is missing */
export async function requireOutputs<N extends string>(
  stage: Stage,
  names: readonly N[],
): Promise<Record<N, string>> {
  const name = stackNameOf(stage);
  const stack = await new CloudStacks(homeRegion).find(name);
  if (!stack) throw new Refusal(`There is no stack ${name} in ${homeRegion}. Nothing was changed.`);
  const missing = names.filter((output) => !stack.outputs[output]);
  if (missing.length > 0)
    throw new Refusal(
      `The stack ${name} does not tell ${missing.join(', ')}: it was deployed by an earlier version. Deploy this one first.`,
    );
  return Object.fromEntries(names.map((output) => [output, stack.outputs[output]])) as Record<N, string>;
}
