import type { Mail } from '#core/notification/mail.ts';
import { callAws, refusal } from '#functions/_runtime/aws-call.ts';
import { env } from '#functions/_runtime/env.ts';

export type AddressedMail = Mail & {
  to: string;
  /** Whose mail it is, told again by bounces and complaints. */
  personId: string;
  /** One-click unsubscribing (RFC 8058). */
  unsubscribeUrl: string;
};

function requestOf({ to, subject, text, html, personId, unsubscribeUrl }: AddressedMail): string {
  const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return JSON.stringify({
    FromEmailAddress: env('MAIL_FROM'),
    Destination: { ToAddresses: [to] },
    ConfigurationSetName: env('MAIL_CONFIGURATION_SET'),
    EmailTags: [{ Name: 'person', Value: personId }],
    Content: {
      Simple: {
        Subject: content(subject),
        Body: { Text: content(text), Html: content(html) },
        Headers: [
          { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ],
      },
    },
  });
}

/**
 * Sends a mail. It is asked for again when the answer is lost, so a mail may come twice: rarely, and better than never.
 * @throws when SES does not take the mail
 */
export async function sendMail(mail: AddressedMail): Promise<void> {
  const answer = await callAws({
    ...{ service: 'ses', endpointName: 'SESV2', host: 'email' },
    ...{ method: 'POST', path: '/v2/email/outbound-emails' },
    headers: { 'content-type': 'application/json' },
    body: requestOf(mail),
    // Four tries must end well before the function does.
    timeoutMs: 5_000,
  });
  if (answer.status !== 200) throw new Error(`the mail service answered ${refusal(answer)}`);
}
