import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { homeRegion } from '#lib/stage.ts';
import { domainOf, stageFileName } from '#lib/stage-file.ts';
import { type Check, cannotTell, missing, ok } from './check.ts';

async function isVerified(client: SESv2Client, EmailIdentity: string): Promise<boolean | null> {
  try {
    const answer = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return answer.VerifiedForSendingStatus === true;
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}

/** Mails go by the identity of the sender's domain, and to everybody only once the account is out of the sandbox. */
export const sender: Check = {
  name: 'mails',
  async look({ stage, stageFile: { mailFrom } }) {
    if (mailFrom === null)
      return cannotTell(`${stageFileName(stage)} names no sender: the user pool mails its codes itself.`);
    const client = new SESv2Client({ region: homeRegion });
    const domain = domainOf(mailFrom);
    const verified = await isVerified(client, domain);
    const ofIdentity = (command: string) =>
      `aws sesv2 ${command}-email-identity --region ${homeRegion} --email-identity ${domain}`;
    if (verified === null) return missing(`SES does not know the domain ${domain}.`, ofIdentity('create'));
    if (!verified)
      return missing(
        `The records that prove ${domain} to SES do not stand yet: their tokens are in the answer of this.`,
        ofIdentity('get'),
      );
    const { ProductionAccessEnabled } = await client.send(new GetAccountCommand({}));
    if (ProductionAccessEnabled) return ok(`SES sends from ${domain} to everybody.`);
    return missing(
      'SES sends to verified addresses alone: the account is in its sandbox (docs/operations/deploy.md).',
      `aws sesv2 put-account-details --region ${homeRegion} --production-access-enabled --mail-type TRANSACTIONAL --website-url https://${domain} --use-case-description "Codes and alerts that people asked for"`,
    );
  },
};
