import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import {
  digestNotesOf,
  type PushNote,
  pushNoteOf,
  shortMessage,
  testWords,
} from '#core/alerts/alert-words.ts';
import { composeMail, type Mail, oneLine, unsubscribePaths } from '#core/alerts/mail.ts';
import type { Channel, OutgoingAlert, OutgoingChannelName } from '#core/alerts/settings.ts';
import { Failure } from '#core/failure.ts';
import { isPrivateAddress } from '#core/marketplaces/private-address.ts';
import type { Language } from '#core/shared.ts';
import { readAccount } from '#functions/accounts/pool.ts';
import { callAws, refusal } from '#functions/platform/aws-call.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { readSecret } from '#functions/platform/secret.ts';
import { replaced } from '#functions/platform/services.ts';
import { env, operator, setting } from '#functions/platform/settings.ts';
import { encryptPush, pushAuthorization, readPushKey } from './push-message.ts';
import {
  countWebhookFailure,
  getAlertSettings,
  listPushDevices,
  type PushDevice,
  removePushDevice,
  type StoredSettings,
} from './store.ts';

/**
 * Checks an address given by a person: https on its default port, a public host name, no user name. Any other port would let
 * people use us to probe services that are not web servers. The resolved address is checked again on each call, since DNS
 * can change.
 * @throws Failure 400 address_refused
 */
export function requirePublicHttps(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const host = url?.hostname ?? '';
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  const isPublicName =
    /^(?!localhost$)[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/i.test(host) &&
    !/\.(local|internal|localhost)$/i.test(host);
  const isFine =
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    (isAddress ? !isPrivateAddress(host) : isPublicName);
  if (!isFine)
    throw new Failure(400, 'address_refused', 'Enter a public https:// address without a port number.');
  return url;
}

export type Post = { headers: Record<string, string>; body: Uint8Array };

const timeoutMs = 5_000;

/** The part of the system's DNS look-up that is used. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A DNS look-up that fails unless every address of the name is public. The connection uses the address checked here, so that
 * no second look-up can answer otherwise (DNS rebinding).
 */
export const publicLookup =
  (look: Resolve = resolve): LookupFunction =>
  (host, options, callback) => {
    look(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [], 0);
      const isInside = addresses.some(({ address }) => isPrivateAddress(address));
      if (isInside || addresses.length === 0) return callback(new Error('the address is not public'), [], 0);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

/**
 * Posts to an address given by a person and returns the status. It follows no redirect, reads nothing of the answer and
 * reaches no address inside the cloud.
 * @throws when the address is refused or does not answer
 */
export async function postOutside(address: string, post: Post): Promise<number> {
  const url = requirePublicHttps(address);
  if (replaced.postOutside) return replaced.postOutside(address, post);
  return new Promise((done, fail) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const call = request(
      url,
      { method: 'POST', headers: post.headers, lookup: publicLookup(), signal },
      (answer) => {
        answer.destroy();
        done(answer.statusCode ?? 0);
      },
    );
    call.on('error', fail);
    call.end(post.body);
  });
}

/** What the holder of a link in one of our messages may do without signing in, and nothing else. */
type LinkPurpose = 'unsubscribe' | 'extend';

async function signatureOf(purpose: LinkPurpose, text: string): Promise<Buffer> {
  const secret = await readSecret(env('PUSH_SECRET_ARN'));
  return createHmac('sha256', `${purpose} ${secret}`).update(text).digest();
}

async function linkToken(purpose: LinkPurpose, text: string): Promise<string> {
  return `${Buffer.from(text).toString('base64url')}.${(await signatureOf(purpose, text)).toString('base64url')}`;
}

/** What was signed for this purpose; null when the token is not one of ours. */
async function readLinkToken(purpose: LinkPurpose, token: string): Promise<string | null> {
  const [signed = '', given = ''] = token.split('.');
  const text = Buffer.from(signed, 'base64url').toString('utf8');
  const signature = Buffer.from(given, 'base64url');
  const expected = await signatureOf(purpose, text);
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? text : null;
}

/** A token that unsubscribes a person from our mails. */
export const unsubscribeToken = (userId: string): Promise<string> => linkToken('unsubscribe', userId);

/** The user id of a token; null when it is not valid. */
export async function readUnsubscribeToken(token: string): Promise<string | null> {
  const userId = await readLinkToken('unsubscribe', token);
  return userId !== null && /^[\w-]{1,128}$/.test(userId) ? userId : null;
}

/** A person's automated search with the end that it had when its link was written. */
type EndingSearch = { userId: string; searchId: string; endTime: string };

/** A token that extends one search from one end: of no use once the search ends at another time. */
export const extendToken = ({ userId, searchId, endTime }: EndingSearch): Promise<string> =>
  linkToken('extend', `${userId} ${searchId} ${endTime}`);

/** The search of a token; null when it is not valid. */
export async function readExtendToken(token: string): Promise<EndingSearch | null> {
  const [userId, searchId, endTime] = (await readLinkToken('extend', token))?.split(' ') ?? [];
  return userId && searchId && endTime ? { userId, searchId, endTime } : null;
}

export type AddressedMail = Mail & {
  to: string;
  /** The recipient's user id, returned with bounces and complaints. */
  personId: string;
  /** One-click unsubscribe (RFC 8058). */
  unsubscribeUrl: string;
};

function requestOf({ to, subject, text, html, personId, unsubscribeUrl }: AddressedMail): string {
  const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return JSON.stringify({
    FromEmailAddress: env('MAIL_FROM'),
    Destination: { ToAddresses: [to] },
    ConfigurationSetName: env('MAIL_CONFIGURATION_SET'),
    EmailTags: [{ Name: 'person', Value: personId }],
    Content: {
      Simple: {
        Subject: content(subject),
        Body: { Text: content(text), Html: content(html) },
        Headers: [
          { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ],
      },
    },
  });
}

/**
 * Sends a mail. The call is retried when its answer is lost, so a mail may rarely be delivered twice.
 * @throws when SES refuses the mail
 */
export async function sendMail(mail: AddressedMail): Promise<void> {
  const answer = await callAws({
    ...{ service: 'ses', endpointName: 'SESV2', host: 'email' },
    ...{ method: 'POST', path: '/v2/email/outbound-emails' },
    headers: { 'content-type': 'application/json' },
    body: requestOf(mail),
    // Four tries must fit well within the function's timeout.
    timeoutMs: 5_000,
  });
  if (answer.status !== 200) throw new Error(`the mail service answered ${refusal(answer)}`);
}

/** `isOpenFor`: whether the person has the channel at all, such as a device or an address. */
type OwnedChannel = Channel & { isOpenFor(userId: string, stored: StoredSettings): Promise<boolean> };

/** Mails, one for everything that is told at once. The address is asked of the user pool and kept nowhere. */
const emailChannel: OwnedChannel = {
  name: 'email',
  isOpenFor: async (_, { mailBlock }) => !mailBlock,
  async deliver({ userId, language, alerts }) {
    if (!setting('MAIL_FROM')) return;
    const account = await readAccount(userId);
    if (!account?.email || !account.isVerified) return;
    const origin = env('PUBLIC_ORIGIN');
    const token = await unsubscribeToken(userId);
    const mail = composeMail(
      alerts.map(({ words }) => words),
      {
        language,
        origin,
        unsubscribeUrl: `${origin}${unsubscribePaths.page}?token=${token}`,
        operator: operator(),
      },
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

/** TTL of a push. A phone that was off for longer shows its inbox instead. */
const keptSeconds = 24 * 3600;

async function pushTo(userId: string, device: PushDevice, note: PushNote): Promise<void> {
  const key = await readPushKey();
  const origin = env('PUBLIC_ORIGIN');
  const status = await postOutside(device.endpoint, {
    headers: {
      authorization: pushAuthorization(device.endpoint, origin, key, clock.now().getTime()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      urgency: 'normal',
      // The push service replaces an undelivered push with the same topic, so a retry is not shown twice.
      topic: Buffer.from(note.id).toString('base64url').slice(0, 32),
    },
    body: encryptPush(Buffer.from(JSON.stringify(note)), device.keys, randomBytes(16), randomBytes(32)),
  });
  if (status === 404 || status === 410) {
    log.info('a push subscription has expired', { status });
    return removePushDevice(userId, device.id);
  }
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`);
  if (status >= 400) log.warn('a push was refused', { status });
}

/** Web push to every browser that the person let us push to (VAPID). */
const pushChannel: OwnedChannel = {
  name: 'push',
  isOpenFor: async (userId) => (await listPushDevices(userId)).length > 0,
  async deliver({ userId, language, alerts }) {
    const { settings } = await getAlertSettings(userId);
    const notes = settings.daily_digest ? digestNotesOf(alerts, language) : alerts.map(pushNoteOf);
    for (const device of await listPushDevices(userId))
      for (const note of notes) await pushTo(userId, device, note);
  },
};

/** After this many consecutive failures the webhook is disabled until its address is saved again. */
const mostFailures = 20;

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over "seconds.body", against changed and replayed deliveries. */
export function webhookSignature(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** An alert, or a test delivery. */
type Posted = Omit<OutgoingAlert, 'kind'> & { kind: OutgoingAlert['kind'] | 'test' };

const addressOf = ({ words }: Posted) => `${env('PUBLIC_ORIGIN')}${words.path ?? '/notifications'}`;

function asJson(alert: Posted) {
  const { id, kind, at, words } = alert;
  const { title, message, carId } = words;
  const cars = words.cars.map((car) => ({
    id: car.id,
    title: car.title,
    price_dkk: car.priceDkk > 0 ? car.priceDkk : null,
    gap_dkk: car.gapDkk,
    warning: car.warning,
    picture: car.photo && `${env('PUBLIC_ORIGIN')}${car.photo}`,
    url: `${env('PUBLIC_ORIGIN')}${car.path}`,
  }));
  const told = { id, kind, at, title, message, car_id: carId, url: addressOf(alert), cars };
  const body = JSON.stringify(told);
  return { body, headers: { 'content-type': 'application/json' } };
}

/** ntfy's headers take UTF-8 as an encoded word (RFC 2047), which also prevents line breaks in them. */
const encodedWord = (text: string) => `=?UTF-8?B?${Buffer.from(oneLine(text)).toString('base64')}?=`;

function asNtfy(alert: Posted) {
  const headers = {
    'content-type': 'text/plain',
    title: encodedWord(alert.words.title),
    click: addressOf(alert),
  };
  return { body: oneLine(shortMessage(alert.words)), headers };
}

/** Discord takes 10 embeds of 6,000 letters together; a chat need not hold more. */
const mostInChat = 10;
const mostLetters = { title: 200, text: 300 };
const firstLetters = (text: string, most: number) => [...oneLine(text)].slice(0, most).join('');

/** Discord reads Markdown in embeds: a seller's words must draw no link and call nobody. */
const discordText = (text: string, most: number) =>
  firstLetters(text, most).replace(/[\\[\]()*_~`|>#]/g, (sign) => `\\${sign}`);

function asDiscord(alerts: readonly Posted[]) {
  const told = {
    embeds: alerts.map((alert) => ({
      title: discordText(alert.words.title, mostLetters.title),
      description: discordText(shortMessage(alert.words), mostLetters.text),
      url: addressOf(alert),
    })),
    allowed_mentions: { parse: [] },
  };
  return { body: JSON.stringify(told), headers: { 'content-type': 'application/json' } };
}

/** Slack reads "<…>" as links and mentions, and asks for these three signs to be escaped. */
const slackText = (text: string, most: number) =>
  firstLetters(text, most).replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!);

/** A message of Slack's incoming webhooks. */
function asSlack(alerts: readonly Posted[]) {
  const lines = alerts.map((alert) => {
    const title = slackText(alert.words.title, mostLetters.title).replaceAll('|', '/');
    return `*<${addressOf(alert)}|${title}>*\n${slackText(shortMessage(alert.words), mostLetters.text)}`;
  });
  return {
    body: JSON.stringify({ text: lines.join('\n') }),
    headers: { 'content-type': 'application/json' },
  };
}

type Webhook = NonNullable<StoredSettings['settings']['webhook']>;
type Write = (alerts: readonly [Posted, ...Posted[]]) => { body: string; headers: Record<string, string> };
/** How many alerts one request holds, and how it is written. Chats allow few requests a second. */
const formats: Readonly<Record<Webhook['format'], { most: number; write: Write }>> = {
  json: { most: 1, write: ([alert]) => asJson(alert) },
  ntfy: { most: 1, write: ([alert]) => asNtfy(alert) },
  discord: { most: mostInChat, write: asDiscord },
  slack: { most: mostInChat, write: asSlack },
};

/** Sends alerts in one request; returns the status, 0 when there was no answer. */
async function post(
  { url, format }: Webhook,
  secret: string,
  alerts: readonly [Posted, ...Posted[]],
): Promise<{ status: number; isTaken: boolean }> {
  const { body, headers } = formats[format].write(alerts);
  const signature = webhookSignature(secret, body, clock.now().getTime());
  const status = await postOutside(url, {
    headers: {
      ...headers,
      'user-agent': `Bilfund (${env('PUBLIC_ORIGIN')})`,
      'bilfund-signature': signature,
      'idempotency-key': alerts[0].id,
    },
    body: Buffer.from(body),
  }).catch(() => 0);
  return { status, isTaken: status >= 200 && status < 300 };
}

/** Sends a test delivery when a webhook is saved. Null when there is no webhook. Saving has reset the count of failures. */
export async function testWebhook(
  { settings, webhookSecret }: StoredSettings,
  language: Language,
): Promise<{ status: number; is_taken: boolean } | null> {
  if (!settings.webhook || !webhookSecret) return null;
  const test: Posted = {
    id: `test-${randomUUID()}`,
    kind: 'test',
    at: clock.now().toISOString(),
    words: testWords(language),
  };
  const { status, isTaken } = await post(settings.webhook, webhookSecret, [test]);
  log.info('a webhook was tested', { status });
  return { status, is_taken: isTaken };
}

/** A signed document, or what ntfy and chats take, to the address that the person gave. */
const webhookChannel: OwnedChannel = {
  name: 'webhook',
  isOpenFor: async (_, { settings }) => settings.webhook !== null,
  async deliver({ userId, alerts }) {
    const { settings, webhookSecret, webhookFailures } = await getAlertSettings(userId);
    if (!settings.webhook || !webhookSecret || webhookFailures >= mostFailures) return;
    const { most } = formats[settings.webhook.format];
    for (let from = 0; from < alerts.length; from += most) {
      const [first, ...others] = alerts.slice(from, from + most);
      const { status, isTaken } = await post(settings.webhook, webhookSecret, [first!, ...others]);
      await countWebhookFailure(userId, isTaken);
      if (isTaken) continue;
      log.warn('a webhook refused an alert', { status });
      if (status === 0 || status === 429 || status >= 500) throw new Error('the webhook did not answer');
    }
  },
};

/** Every way out of the app. */
export const channels: Readonly<Record<OutgoingChannelName, OwnedChannel>> = {
  email: emailChannel,
  push: pushChannel,
  webhook: webhookChannel,
};
