import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { dataStackNameOf, type Stage, stackNameOf } from '#lib/stage.ts';

/** The physical id of the first resource of a stage's stacks whose type and logical id fit. */
export async function physicalId(stage: Stage, type: string, logicalId: RegExp): Promise<string> {
  const client = new CloudFormationClient({});
  for (const StackName of [dataStackNameOf(stage), stackNameOf(stage)])
    for await (const page of paginateListStackResources({ client }, { StackName })) {
      const found = page.StackResourceSummaries?.find(
        (one) => one.ResourceType === type && logicalId.test(one.LogicalResourceId ?? ''),
      );
      if (found?.PhysicalResourceId) return found.PhysicalResourceId;
    }
  throw new Error(`The stacks have no ${type} that is ${logicalId}.`);
}
