import { createHmac } from 'node:crypto';
import type { Channel, OutgoingAlert } from '#core/notification/channel.ts';
import { oneLine } from '#core/notification/mail.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { env } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { countWebhookFailure, getAlertSettings } from '../dynamodb/alert-settings.ts';
import { postOutside } from './post-outside.ts';

/** After so many failures in a row nobody listens there any more, until the address is given again. */
const mostFailures = 20;

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over "seconds.body", so that neither can be changed or sent again later. */
export function webhookSignature(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

const addressOf = ({ words }: OutgoingAlert) => `${env('PUBLIC_ORIGIN')}${words.path ?? '/notifications'}`;

function asJson(alert: OutgoingAlert) {
  const { id, kind, at, words } = alert;
  const { title, message, carId } = words;
  const body = JSON.stringify({ id, kind, at, title, message, car_id: carId, url: addressOf(alert) });
  return { body, headers: { 'content-type': 'application/json' } };
}

/** ntfy's headers take UTF-8 as an encoded word (RFC 2047), which also keeps line breaks out of them. */
const encodedWord = (text: string) => `=?UTF-8?B?${Buffer.from(oneLine(text)).toString('base64')}?=`;

function asNtfy(alert: OutgoingAlert) {
  const headers = {
    'content-type': 'text/plain',
    title: encodedWord(alert.words.title),
    click: addressOf(alert),
  };
  return { body: oneLine(alert.words.message), headers };
}

/** A signed document, or ntfy's text, to the address that the person gave. */
export const webhookChannel: Channel = {
  name: 'webhook',
  async deliver({ userId, alerts }) {
    const { settings, webhookSecret, webhookFailures } = await getAlertSettings(userId);
    if (!settings.webhook || !webhookSecret || webhookFailures >= mostFailures) return;
    const { url, format } = settings.webhook;
    for (const alert of alerts) {
      const { body, headers } = format === 'ntfy' ? asNtfy(alert) : asJson(alert);
      const signature = webhookSignature(webhookSecret, body, clock.now().getTime());
      const status = await postOutside(url, {
        headers: { ...headers, 'bilfund-signature': signature, 'idempotency-key': alert.id },
        body: Buffer.from(body),
      }).catch(() => 0);
      const isTaken = status >= 200 && status < 300;
      await countWebhookFailure(userId, isTaken);
      if (isTaken) continue;
      log.warn('a webhook did not take an alert', { status });
      if (status === 0 || status === 429 || status >= 500) throw new Error('the webhook did not answer');
    }
  },
};
