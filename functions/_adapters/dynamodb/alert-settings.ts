import { type AlertSettings, completeSettings, type MailBlock } from '#core/notification/alert-settings.ts';
import { unlessErased } from './guards.ts';
import { userKeys } from './keys.ts';
import {
  changeItem,
  failedCondition,
  getItem,
  type Item,
  isConditionFailure,
  transact,
  update,
} from './table.ts';

/** What a person chose, with what the service keeps beside it. */
export type StoredSettings = {
  settings: AlertSettings;
  mailBlock: MailBlock | null;
  /** Signs what is sent to the person's webhook; made anew with each new address. */
  webhookSecret: string | null;
  /** Deliveries to the webhook that failed since the last that arrived. */
  webhookFailures: number;
};

const toStored = (item: Item | null): StoredSettings => ({
  settings: completeSettings((item?.settings as Partial<AlertSettings> | undefined) ?? null),
  mailBlock: (item?.mailBlock as MailBlock | undefined) ?? null,
  webhookSecret: (item?.webhookSecret as string | undefined) ?? null,
  webhookFailures: Number(item?.webhookFailures ?? 0),
});

export async function getAlertSettings(userId: string): Promise<StoredSettings> {
  return toStored(await getItem(userKeys.alertSettings(userId)));
}

/**
 * Stores new settings. `newWebhookSecret`: null keeps the one there is. `wantsMails`: the person switched mails on again,
 * whatever stopped them before.
 */
export async function saveAlertSettings(
  userId: string,
  settings: AlertSettings,
  { newWebhookSecret, wantsMails }: { newWebhookSecret: string | null; wantsMails: boolean },
): Promise<StoredSettings> {
  const isNew = newWebhookSecret !== null;
  const item = await changeItem(userKeys.alertSettings(userId), {
    UpdateExpression: `SET kind = :kind, settings = :settings${isNew ? ', webhookSecret = :secret' : ''} REMOVE webhookFailures${wantsMails ? ', mailBlock' : ''}`,
    ExpressionAttributeValues: {
      ':kind': 'ALERTSETTINGS',
      ':settings': settings,
      ...(isNew && { ':secret': newWebhookSecret }),
    },
  });
  return toStored(item);
}

/** Sends the person no more mails. Nothing is written for an account that was erased meanwhile. */
export async function blockMails(userId: string, block: MailBlock): Promise<void> {
  try {
    await transact([
      unlessErased(userId),
      update(userKeys.alertSettings(userId), {
        UpdateExpression: 'SET kind = :kind, mailBlock = :block',
        ExpressionAttributeValues: { ':kind': 'ALERTSETTINGS', ':block': block },
      }),
    ]);
  } catch (error) {
    if (failedCondition(error) === null) throw error;
  }
}

/** Takes an unsubscribing back; a mailbox that refused our mails stays spared. */
export async function resubscribe(userId: string): Promise<void> {
  try {
    await changeItem(userKeys.alertSettings(userId), {
      ConditionExpression: 'mailBlock = :unsubscribed',
      UpdateExpression: 'REMOVE mailBlock',
      ExpressionAttributeValues: { ':unsubscribed': 'unsubscribed' satisfies MailBlock },
    });
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/** Counts failures in a row of the person's webhook; one success begins anew. */
export async function countWebhookFailure(userId: string, isTaken: boolean): Promise<void> {
  await changeItem(userKeys.alertSettings(userId), {
    ConditionExpression: 'attribute_exists(pk)',
    ...(isTaken
      ? { UpdateExpression: 'REMOVE webhookFailures' }
      : { UpdateExpression: 'ADD webhookFailures :one', ExpressionAttributeValues: { ':one': 1 } }),
  });
}
