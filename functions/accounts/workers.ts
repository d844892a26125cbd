import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { type CodeReason, codeMail } from '#core/accounts/code-mail.ts';
import { env, operator } from '#functions/platform/settings.ts';
import { finishErasures } from './erase.ts';

/** Runs every hour. */
export const finishErasuresWorker = (): Promise<void> => finishErasures();

function reasonOf({ triggerSource, request }: CustomMessageTriggerEvent): CodeReason | null {
  switch (triggerSource) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return 'confirm';
    case 'CustomMessage_ForgotPassword':
      return request.clientMetadata?.reason === 'sign-up' ? 'has-account' : 'new-password';
    default:
      return null;
  }
}

/**
 * Writes the text of a mail that the user pool is about to send, in the account's language. Cognito fills in the code. Mails
 * of other kinds keep the pool's text.
 */
export async function writeCodeMailWorker(
  event: CustomMessageTriggerEvent,
): Promise<CustomMessageTriggerEvent> {
  const reason = reasonOf(event);
  if (reason === null) return event;
  const { codeParameter, userAttributes } = event.request;
  const language = userAttributes.locale === 'da' ? 'da' : 'en';
  const { subject, html } = codeMail(reason, {
    language,
    origin: env('PUBLIC_ORIGIN'),
    code: codeParameter,
    operator: operator(),
  });
  event.response = { ...event.response, emailSubject: subject, emailMessage: html };
  return event;
}
