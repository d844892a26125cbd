import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { homeRegion } from '#lib/stage.ts';
import { stageFileName } from '#lib/stage-file.ts';
import { type Check, cannotTell, missing, ok } from './check.ts';

/** "Concurrent executions" of Lambda among the service quotas. */
const quotaCode = 'L-B99A9384';
/** What AWS gives every account in the end; a new one begins with ten. */
const usualQuota = 1000;

/** The queues stay below what the stage's file says the account may run at once: more than it may makes them starve requests. */
export const concurrency: Check = {
  name: 'functions at once',
  async look({ stage, stageFile: { accountConcurrency } }) {
    const { AccountLimit } = await new LambdaClient({ region: homeRegion }).send(
      new GetAccountSettingsCommand({}),
    );
    const quota = AccountLimit?.ConcurrentExecutions;
    if (quota === undefined) return cannotTell('AWS does not say how many functions may run at once.');
    const said = accountConcurrency ?? usualQuota;
    if (said <= quota)
      return ok(`The account may run ${quota} functions at once, and the queues keep to ${said}.`);
    return missing(
      `The account may run ${quota} functions at once, and ${stageFileName(stage)} says ${accountConcurrency ?? 'that it is no concern'}: ` +
        `write ${quota} there as "accountConcurrency" and deploy, or ask for more.`,
      `aws service-quotas request-service-quota-increase --region ${homeRegion} --service-code lambda --quota-code ${quotaCode} --desired-value ${usualQuota}`,
    );
  },
};
