import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

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
