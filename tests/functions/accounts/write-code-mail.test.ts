import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeCodeMailWorker as handler } from '#functions/accounts/workers.ts';

const origin = 'https://bilfund.example';
beforeAll(() => {
  process.env.PUBLIC_ORIGIN = origin;
});

async function mailOf(triggerSource: string, locale?: string, clientMetadata?: Record<string, string>) {
  const event = {
    triggerSource,
    request: { codeParameter: '{####}', userAttributes: { ...(locale && { locale }) }, clientMetadata },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  } as unknown as CustomMessageTriggerEvent;
  const { response } = await handler(event);
  return { subject: response.emailSubject, html: response.emailMessage };
}

describe('the mail with a code', () => {
  it.each([
    ['who signed up', 'CustomMessage_SignUp', undefined, 'Confirm your Bilfund account', 'confirm'],
    [
      'who asked for it again',
      'CustomMessage_ResendCode',
      undefined,
      'Confirm your Bilfund account',
      'confirm',
    ],
    [
      'who forgot the password',
      'CustomMessage_ForgotPassword',
      'forgot',
      'Your new password for Bilfund',
      'reset',
    ],
    [
      'who signed up and has an account',
      'CustomMessage_ForgotPassword',
      'sign-up',
      'You have a Bilfund account already',
      'reset',
    ],
  ])(
    'the code mail tells somebody %s what the code is for, and links there',
    async (_, source, reason, subject, step) => {
      const mail = await mailOf(source, 'en', reason === undefined ? undefined : { reason });
      expect(mail.subject).toBe(subject);
      expect(mail.html).toContain(`href="${origin}/login?${step}={####}"`);
      // Every paragraph of it says something.
      expect(mail.html).not.toMatch(/>\s*<\/p>/);
      // To be typed by hand, too.
      expect(mail.html).toContain('>{####}</p>');
    },
  );

  it('writes the code mail in the language in which the account was made', async () => {
    const mail = await mailOf('CustomMessage_ForgotPassword', 'da', { reason: 'sign-up' });
    expect(mail.subject).toBe('Du har allerede en konto hos Bilfund');
    expect(mail.html).toContain('<html lang="da">');
    expect((await mailOf('CustomMessage_SignUp')).html).toContain('<html lang="en">');
  });

  it('keeps the code mail within the length that Cognito accepts', async () => {
    const { html } = await mailOf('CustomMessage_ForgotPassword', 'da', { reason: 'sign-up' });
    expect(html!.length).toBeLessThan(20_000);
  });

  it('leaves mails of other kinds as the user pool wrote them', async () => {
    expect(await mailOf('CustomMessage_AdminCreateUser')).toEqual({ subject: null, html: null });
  });
});
