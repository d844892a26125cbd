import { ServiceError } from '../../wire/http.ts';
import type { CodeMailTemplate } from '../mail-service.ts';
import type { UserMail } from './user-store.ts';

const triggerSources: Record<UserMail['kind'], string> = {
  'sign-up': 'CustomMessage_SignUp',
  resend: 'CustomMessage_ResendCode',
  'forgot-password': 'CustomMessage_ForgotPassword',
};

type Written = { response?: { emailSubject?: string | null; emailMessage?: string | null } } | null;
type Invoke = (event: object) => Promise<unknown>;

/** What Cognito hands the pool's CustomMessage function. */
function eventOf({ to, sub, kind, locale, metadata = {} }: UserMail, poolId: string, clientId: string) {
  return {
    version: '1',
    region: poolId.split('_')[0],
    userPoolId: poolId,
    userName: sub,
    callerContext: { awsSdkVersion: 'embedded', clientId },
    triggerSource: triggerSources[kind],
    request: {
      userAttributes: {
        ...{ sub, email: to, email_verified: String(kind === 'forgot-password') },
        ...(locale !== null && { locale }),
        'cognito:user_status': kind === 'forgot-password' ? 'CONFIRMED' : 'UNCONFIRMED',
      },
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: null,
      clientMetadata: metadata,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
}

/**
 * Asks the pool's CustomMessage function for a mail's words; what it leaves out is as the pool has it. A message without a
 * place for the code is refused, as by Cognito.
 */
export async function writtenMail(
  invoke: Invoke,
  mail: UserMail,
  pool: { poolId: string; clientId: string },
  template: CodeMailTemplate,
): Promise<CodeMailTemplate> {
  let written: Written;
  try {
    written = (await invoke(eventOf(mail, pool.poolId, pool.clientId))) as Written;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new ServiceError('UserLambdaValidationException', `CustomMessage failed with error ${text}.`);
  }
  const { emailSubject, emailMessage } = written?.response ?? {};
  if (emailMessage && !emailMessage.includes('{####}'))
    throw new ServiceError('InvalidLambdaResponseException', 'The message has no place for the code.');
  return { subject: emailSubject || template.subject, html: emailMessage || template.html };
}
