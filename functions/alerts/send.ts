import { carOf } from '#core/alerts/alert.ts';
import { type AlertReader, alertWords, faceOf } from '#core/alerts/alert-words.ts';
import { type Channel, isWanted, type OutgoingAlert, outgoingChannelNames } from '#core/alerts/settings.ts';
import { isLocked } from '#core/cars/car.ts';
import { getLanguage } from '#functions/accounts/store.ts';
import { readViewer } from '#functions/cars/read-car.ts';
import { getShownCars } from '#functions/cars/store.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { emailChannel, pushChannel, webhookChannel } from './channels.ts';
import {
  changeOutgoing,
  dropOutgoing,
  getAlertSettings,
  listPushDevices,
  type Outgoing,
  type StoredSettings,
  takeDueOutgoing,
} from './store.ts';

/** The ways out of the app that a person has. Which kinds are mailed to them is another question (isWanted). */
export async function channelsOf(
  userId: string,
  { settings, mailBlock }: StoredSettings,
): Promise<Channel['name'][]> {
  const has: Record<Channel['name'], boolean> = {
    email: !mailBlock,
    push: (await listPushDevices(userId)).length > 0,
    webhook: settings.webhook !== null,
  };
  return outgoingChannelNames.filter((name) => has[name]);
}

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
  const wanted = await channelsOf(userId, stored);
  const { isPremium } = await readViewer({ id: userId });
  for (const name of wanted)
    await serveChannel(userId, channels[name], sendings, ({ kind }) =>
      isWanted(stored.settings, kind, name, isPremium),
    );
  for (const sending of sendings) await settle(sending, wanted, now);
}
