import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { Refusal } from '../refusal.ts';

/** A stack as it stands in the account. */
export type CloudStack = {
  isProtected: boolean;
  /** It was never made whole: the toolkit deletes what is there and begins anew. */
  hasFailedAtFirst: boolean;
  outputs: Readonly<Record<string, string>>;
  createdAt: Date;
};

const failedAtFirst = ['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS'];

const isMissing = (error: unknown) =>
  error instanceof Error && error.name === 'ValidationError' && /does not exist/.test(error.message);

/** The account's stacks of one region. */
export class CloudStacks {
  private readonly client: CloudFormationClient;

  constructor(region: string) {
    this.client = new CloudFormationClient({ region });
  }

  /** Null where there is no stack of this name. */
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
