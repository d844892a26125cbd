import { type Alert, type AlertCar, carsOf, withoutCars } from '#core/alerts/alert.ts';
import { type AlertReader, alertWords, faceOf } from '#core/alerts/alert-words.ts';
import {
  type AlertSettings,
  type Channel,
  isWanted,
  type OutgoingAlert,
  outgoingChannelNames,
} from '#core/alerts/settings.ts';
import type { Viewer } from '#core/cars/car.ts';
import { ruleOf } from '#core/searches/automated-search.ts';
import { isAvoided } from '#core/searches/tell-rule.ts';
import type { Language } from '#core/shared.ts';
import { getLanguage, readMarks } from '#functions/accounts/store.ts';
import { readViewer } from '#functions/cars/read-car.ts';
import { currentIdsOf, getShownCars, readDiscoveries } from '#functions/cars/store.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { listSearches } from '#functions/searches/store.ts';
import { channels } from './channels.ts';
import {
  changeOutgoing,
  dropOutgoing,
  getAlertSettings,
  type Outgoing,
  type StoredSettings,
  takeDueOutgoing,
} from './store.ts';

/**
 * Loads the reader and current state of these alerts' cars: an alert written earlier must not reveal a car that is locked
 * now.
 */
export async function alertReader(
  viewer: Viewer,
  language: Language,
  alerts: readonly Alert[],
  now: Date,
): Promise<AlertReader> {
  const ids = alerts.flatMap(carsOf).map(({ id }) => id);
  const today = now.toISOString().slice(0, 10);
  const cars = await getShownCars(ids, viewer);
  return { viewer, language, faces: new Map(cars.map((car) => [car.id, faceOf(car, viewer, today)])) };
}

/** The ways out of the app that a person has. Which kinds are mailed to them is another question (isWanted). */
export async function channelsOf(userId: string, stored: StoredSettings): Promise<Channel['name'][]> {
  const open = await Promise.all(
    outgoingChannelNames.map((name) => channels[name].isOpenFor(userId, stored)),
  );
  return outgoingChannelNames.filter((_, place) => open[place]);
}

/** Longer than a delivery may take: then whoever held it has died. */
const leaseMs = 2 * 60_000;
/** Minutes until the next try; after the last one the alert is given up. */
const retryMinutes = [1, 5, 30, 120];

type Sending = { outgoing: Outgoing; alerts: OutgoingAlert[] };

/**
 * What is left of these alerts without the cars that the person has hidden, the searches that they have muted and the words
 * that they avoid: an alert may have waited for a day. Of a change to a car that only such searches found they are told if they
 * starred it.
 */
async function withoutUnwanted(
  userId: string,
  viewer: Viewer,
  all: readonly Alert[],
  muted: readonly string[],
): Promise<(alert: Alert) => Alert | null> {
  const ids = [...new Set(all.flatMap(carsOf).map(({ id }) => id))];
  const [current, cars, followed] = await Promise.all([
    currentIdsOf(ids),
    getShownCars(ids, viewer),
    listSearches(userId),
  ]);
  const rules = new Map(followed.map((search) => [search.id, ruleOf(search)]));
  const shown = new Map(cars.map((car) => [car.id, car]));
  const former = new Map(cars.map(({ id, formerIds }) => [id, formerIds]));
  const idsOf = ({ id }: AlertCar) => [id, current.get(id) ?? id, ...(former.get(id) ?? [])];
  const held = [...new Set(all.flatMap(carsOf).flatMap(idsOf))];
  const isChoosy = muted.length > 0 || [...rules.values()].some(({ avoid }) => avoid?.length);
  const [marks, discoveries] = await Promise.all([
    readMarks(userId, held),
    isChoosy ? readDiscoveries(userId, held) : [],
  ]);
  const searches = new Map(discoveries.map(({ carId, searchIds }) => [carId, searchIds]));
  const isUnwanted = (searchId: string, { id }: AlertCar) => {
    const [rule, car] = [rules.get(searchId), shown.get(id)];
    return muted.includes(searchId) || Boolean(rule && car && isAvoided(rule, car, viewer));
  };
  const isFoundInVain = (car: AlertCar) => {
    const found = idsOf(car).flatMap((id) => searches.get(id) ?? []);
    const isStarred = idsOf(car).some((id) => marks.stars.has(id));
    return !isStarred && found.length > 0 && found.every((id) => isUnwanted(id, car));
  };
  const isHidden = (car: AlertCar) => idsOf(car).some((id) => marks.hidden.has(id));
  return (alert) => {
    const isFind =
      alert.kind === 'new_cars' || alert.kind === 'amazing_deal' || alert.kind === 'below_market';
    const foundBy = isFind ? alert.search?.id : undefined;
    if (foundBy !== undefined && muted.includes(foundBy)) return null;
    const isChange = alert.kind === 'price_drop' || alert.kind === 'car_gone';
    return withoutCars(
      alert,
      (car) =>
        isHidden(car) ||
        (foundBy !== undefined && isUnwanted(foundBy, car)) ||
        (isChange && isFoundInVain(car)),
    );
  };
}

/** Renders what is to be sent, as far as the person may see it and wants it today. */
async function inWords(
  userId: string,
  taken: readonly Outgoing[],
  { muted_searches: muted }: AlertSettings,
  now: Date,
): Promise<Sending[]> {
  const viewer = await readViewer({ id: userId });
  const language = (await getLanguage(userId)) ?? 'en';
  const all = taken.flatMap(({ alerts }) => alerts.map(({ alert }) => alert));
  const [reader, leaveOut] = await Promise.all([
    alertReader(viewer, language, all, now),
    withoutUnwanted(userId, viewer, all, muted),
  ]);
  return taken.map((outgoing) => ({
    outgoing,
    alerts: outgoing.alerts.flatMap(({ id, at, alert: written }) => {
      const alert = leaveOut(written);
      return alert ? [{ id, at, kind: alert.kind, words: alertWords(alert, reader) }] : [];
    }),
  }));
}

/** Delivers everything due on one channel; what failed stays due. */
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

/** Sends a person's due alerts by mail, push and webhook, each channel once; failed deliveries are retried. */
export async function sendOutgoing(userId: string, now: Date): Promise<void> {
  const taken = await takeDueOutgoing(userId, now, leaseMs);
  if (taken.length === 0) return;
  const stored = await getAlertSettings(userId);
  const sendings = await inWords(userId, taken, stored.settings, now);
  const wanted = await channelsOf(userId, stored);
  const { isPremium } = await readViewer({ id: userId });
  for (const name of wanted)
    await serveChannel(userId, channels[name], sendings, ({ kind }) =>
      isWanted(stored.settings, kind, name, isPremium),
    );
  for (const sending of sendings) await settle(sending, wanted, now);
}
