import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { type Stage, stackNameOf } from '#lib/stage.ts';

/** The physical id of the first resource of a stage's stack whose type and logical id fit. */
export async function physicalId(stage: Stage, type: string, logicalId: RegExp): Promise<string> {
  const cloud = new CloudFormationClient({});
  let NextToken: string | undefined;
  do {
    const page = await cloud.send(
      new ListStackResourcesCommand({ StackName: stackNameOf(stage), ...(NextToken && { NextToken }) }),
    );
    const found = page.StackResourceSummaries?.find(
      (one) => one.ResourceType === type && logicalId.test(one.LogicalResourceId ?? ''),
    );
    if (found?.PhysicalResourceId) return found.PhysicalResourceId;
    NextToken = page.NextToken;
  } while (NextToken);
  throw new Error(`The stack has no ${type} that is ${logicalId}.`);
}
