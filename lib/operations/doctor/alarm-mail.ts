import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { homeRegion } from '#lib/stage.ts';
import { stageFileName } from '#lib/stage-file.ts';
import { type Check, cannotTell, missing, ok, withoutOutput } from './check.ts';

/** SNS asks an address once whether it wants the mails; until it is answered, alarms tell nobody. */
export const alarmMail: Check = {
  name: 'alarms',
  async look({ stage, stageFile, outputs }) {
    const address = stageFile.alarmMail;
    if (address === null)
      return cannotTell(
        `${stageFileName(stage)} names nobody for alarms: they are seen in the console only.`,
      );
    const topic = outputs?.AlarmTopic;
    if (!topic) return withoutOutput('AlarmTopic');
    const client = new SNSClient({ region: homeRegion });
    const pages = paginateListSubscriptionsByTopic({ client }, { TopicArn: topic });
    for await (const { Subscriptions = [] } of pages)
      for (const { Endpoint, SubscriptionArn } of Subscriptions)
        if (Endpoint === address && SubscriptionArn?.startsWith('arn:'))
          return ok(`Alarms are mailed to ${address}.`);
    return missing(
      `${address} has not confirmed that it wants the mails of alarms: open the mail of SNS, or have it sent anew.`,
      `aws sns subscribe --region ${homeRegion} --topic-arn ${topic} --protocol email --notification-endpoint ${address}`,
    );
  },
};
