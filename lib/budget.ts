import { CfnResource, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct, type IConstruct } from 'constructs';

type BudgetProps = { monthlyUsd: number; mail: string };

/** Says by mail when the account's month costs most of what it may, and when it is going to cost more. */
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

/** CloudFormation stops at 500 resources a stack; cdk.json's `stackResourceLimit` stops us a little earlier. */
const warnAt = 450;

/** Resources of each stack of the tree, nested ones by themselves: CloudFormation counts like that too. */
export function resourceCounts(root: IConstruct): Map<string, number> {
  const counts = new Map<string, number>();
  for (const construct of root.node.findAll()) {
    if (!CfnResource.isCfnResource(construct)) continue;
    const { path } = Stack.of(construct).node;
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}

/** A sentence for each stack that comes near its limit and should be divided. */
export function resourceWarnings(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .filter(([, count]) => count >= warnAt)
    .map(([stack, count]) => `${stack} has ${count} resources: divide it before it reaches 480.`);
}
