import { CfnResource, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct, type IConstruct } from 'constructs';

type BudgetProps = { monthlyUsd: number; mail: string };

/** Sends a mail when the account's monthly cost is close to its limit or forecast to exceed it. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { monthlyUsd, mail }: BudgetProps) {
    super(scope, id);
    const told = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: mail }],
    });
    new CfnBudget(this, 'Month', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
    });
  }
}

/** CloudFormation's limit is 500 resources per stack; cdk.json's `stackResourceLimit` is a little lower. */
const warnAt = 450;

/** Resources of each stack, with nested stacks counted separately, as CloudFormation does. */
export function resourceCounts(root: IConstruct): Map<string, number> {
  const counts = new Map<string, number>();
  for (const construct of root.node.findAll()) {
    if (!CfnResource.isCfnResource(construct)) continue;
    const { path } = Stack.of(construct).node;
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}

/** A warning for each stack that is near its limit and should be divided. */
export function resourceWarnings(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .filter(([, count]) => count >= warnAt)
    .map(([stack, count]) => `${stack} has ${count} resources: divide it before it reaches 480.`);
}
