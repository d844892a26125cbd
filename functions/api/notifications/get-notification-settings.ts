import { getAlertSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { settingsAnswer } from './settings-answer.ts';

export const handler = endpoint('GET /api/notification-settings', async (_, caller) =>
  settingsAnswer(caller.id, await getAlertSettings(caller.id)),
);
