import type { Channel } from '#core/notification/channel.ts';
import { composeMail, unsubscribePaths } from '#core/notification/mail.ts';
import { env, setting } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { readAccount } from '../account-record.ts';
import { sendMail } from './ses.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/** Mails, one for everything that is told at once. The address is asked of the user pool and kept nowhere. */
export const emailChannel: Channel = {
  name: 'email',
  async deliver({ userId, language, alerts }) {
    if (!setting('MAIL_FROM')) return;
    const account = await readAccount(userId);
    if (!account?.email || !account.isVerified) return;
    const origin = env('PUBLIC_ORIGIN');
    const token = await unsubscribeToken(userId);
    const mail = composeMail(
      alerts.map(({ words, face }) => ({ ...words, face })),
      { language, origin, unsubscribeUrl: `${origin}${unsubscribePaths.page}?token=${token}` },
    );
    await sendMail({
      ...mail,
      to: account.email,
      personId: userId,
      unsubscribeUrl: `${origin}${unsubscribePaths.route}?token=${token}`,
    });
    log.info('a mail was sent', { alerts: alerts.length });
  },
};
