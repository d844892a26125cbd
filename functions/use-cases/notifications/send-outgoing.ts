import { isLocked } from '#core/car/viewer.ts';
import { faceOf } from '#core/notification/alert-face.ts';
import { isWanted } from '#core/notification/alert-settings.ts';
import { type AlertReader, alertWords } from '#core/notification/alert-words.ts';
import type { Channel, OutgoingAlert } from '#core/notification/channel.ts';
import { carOf } from '#core/notification/notification.ts';
import { emailChannel } from '#functions/_adapters/channels/email.ts';
import { pushChannel } from '#functions/_adapters/channels/push.ts';
import { webhookChannel } from '#functions/_adapters/channels/webhook.ts';
import { getAlertSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { getShownCars } from '#functions/_adapters/dynamodb/cars.ts';
import {
  changeOutgoing,
  dropOutgoing,
  type Outgoing,
  takeDueOutgoing,
} from '#functions/_adapters/dynamodb/outgoing.ts';
import { getLanguage } from '#functions/_adapters/dynamodb/people.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { readViewer } from '#functions/use-cases/cars/read-viewer.ts';
import { channelsOf } from './channels-of.ts';

const channels: Record<Channel['name'], Channel> = {
  email: emailChannel,
  push: pushChannel,
  webhook: webhookChannel,
};

/** Longer than a delivery may take: then whoever held it has died. */
const leaseMs = 2 * 60_000;
/** Minutes until the next try; after the last one it is given up. */
const retryMinutes = [1, 5, 30, 120];

type Sending = { outgoing: Outgoing; alerts: OutgoingAlert[] };

/** The words of what is to be sent, as far as the person may know today. */
async function inWords(userId: string, taken: readonly Outgoing[]): Promise<Sending[]> {
  const viewer = await readViewer({ id: userId });
  const ids = taken.flatMap(({ alerts }) => alerts.flatMap(({ alert }) => carOf(alert)?.id ?? []));
  const cars = await getShownCars(ids, viewer);
  const lockedCarIds = new Set(cars.filter(({ rating }) => isLocked(viewer, rating)).map(({ id }) => id));
  const reader: AlertReader = { viewer, language: (await getLanguage(userId)) ?? 'en', lockedCarIds };
  const faces = new Map(cars.map((car) => [car.id, faceOf(car, viewer)]));
  return taken.map((outgoing) => ({
    outgoing,
    alerts: outgoing.alerts.map(({ id, at, alert }) => ({
      id,
      at,
      kind: alert.kind,
      words: alertWords(alert, reader),
      face: faces.get(carOf(alert)?.id ?? '') ?? null,
    })),
  }));
}

/** Serves one channel with everything it still owes; what it could not take stays owed. */
async function serveChannel(
  userId: string,
  channel: Channel,
  sendings: readonly Sending[],
  isWantedOn: (alert: OutgoingAlert) => boolean,
): Promise<void> {
  const owed = sendings.filter(({ outgoing }) => !outgoing.done.includes(channel.name));
  const alerts = owed.flatMap((each) => each.alerts).filter(isWantedOn);
  try {
    const language = (await getLanguage(userId)) ?? 'en';
    if (alerts.length > 0) await channel.deliver({ userId, language, alerts });
    for (const { outgoing } of owed) outgoing.done.push(channel.name);
  } catch (error) {
    log.failure('a channel did not deliver', error, { channel: channel.name, alerts: alerts.length });
  }
}

async function settle({ outgoing }: Sending, wanted: readonly string[], now: Date): Promise<void> {
  if (wanted.every((name) => outgoing.done.includes(name))) return dropOutgoing(outgoing);
  const minutes = retryMinutes[outgoing.attempts - 1];
  if (minutes === undefined) {
    log.error('alerts were given up on a channel', { attempts: outgoing.attempts });
    countMetric('AlertsGivenUp', outgoing.alerts.length);
    return dropOutgoing(outgoing);
  }
  await changeOutgoing(outgoing, new Date(now.getTime() + minutes * 60_000).toISOString());
}

/** Sends a person what is due by mail, push and webhook, each channel once; what a channel could not take is tried again. */
export async function sendOutgoing(userId: string, now: Date): Promise<void> {
  const taken = await takeDueOutgoing(userId, now, leaseMs);
  if (taken.length === 0) return;
  const sendings = await inWords(userId, taken);
  const stored = await getAlertSettings(userId);
  const wanted = await channelsOf(userId, stored, (await readViewer({ id: userId })).isPremium);
  for (const name of wanted)
    await serveChannel(userId, channels[name], sendings, ({ kind }) => isWanted(stored.settings, kind, name));
  for (const sending of sendings) await settle(sending, wanted, now);
}
