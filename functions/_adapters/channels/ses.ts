import type { Mail } from '#core/notification/mail.ts';
import { env } from '#functions/_runtime/env.ts';
import { signRequest } from '#functions/_runtime/sign-request.ts';

export type Letter = Mail & {
  to: string;
  /** Whose letter it is, told again by bounces and complaints. */
  personId: string;
  /** One-click unsubscribing (RFC 8058). */
  unsubscribeUrl: string;
};

const timeoutMs = 8_000;
const path = '/v2/email/outbound-emails';

/** SES is spoken to for one call: its client would be the largest part of this function. */
function endpoint(): URL {
  const region = process.env.AWS_REGION ?? 'eu-north-1';
  const base = process.env.AWS_ENDPOINT_URL_SESV2 ?? process.env.AWS_ENDPOINT_URL;
  return new URL(path, base ?? `https://email.${region}.amazonaws.com`);
}

function requestOf({ to, subject, text, html, personId, unsubscribeUrl }: Letter): string {
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

/** @throws when SES does not take the letter */
export async function sendLetter(letter: Letter): Promise<void> {
  const url = endpoint();
  const body = requestOf(letter);
  const headers = signRequest(
    {
      ...{ method: 'POST', url, body, service: 'ses' },
      headers: { 'content-type': 'application/json' },
      region: process.env.AWS_REGION ?? 'eu-north-1',
    },
    {
      accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
      sessionToken: process.env.AWS_SESSION_TOKEN,
    },
    // The machine's clock: a signature of another day is refused.
    new Date(),
  );
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok)
    throw new Error(`the mail service answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  await answer.body?.cancel();
}
