import { randomBytes } from 'node:crypto';
import { requirePublicHttps } from '#functions/_adapters/channels/outgoing-address.ts';
import { getAlertSettings, saveAlertSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { settingsAnswer } from './settings-answer.ts';

export const handler = endpoint('PUT /api/notification-settings', async ({ body }, caller) => {
  if (body.webhook) requirePublicHttps(body.webhook.url);
  const before = await getAlertSettings(caller.id);
  const { resume_mails: wantsMails = false, ...settings } = body;
  const isNewAddress = body.webhook !== null && body.webhook.url !== before.settings.webhook?.url;
  const newWebhookSecret = isNewAddress ? randomBytes(24).toString('base64url') : null;
  const stored = await saveAlertSettings(caller.id, settings, { newWebhookSecret, wantsMails });
  return settingsAnswer(caller.id, stored);
});
