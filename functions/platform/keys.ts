import { parkedPartition } from '#core/contract/messages.ts';
import { shardOf } from '#core/shared.ts';

/** The only place that spells keys. One table: `pk`, `sk`; what each holds stands beside its function. */
export type Key = { pk: string; sk: string };
export type IndexName = typeof catalogIndex | typeof openIndex | typeof starIndex;

const user = (userId: string) => `USER#${userId}`;
/** Everything of a person lies under one partition: erase and export are one query. */
export const userKeys = {
  partition: user,
  profile: (userId: string): Key => ({ pk: user(userId), sk: 'PROFILE' }),
  plan: (userId: string): Key => ({ pk: user(userId), sk: 'READER#PLAN' }),
  /** What nearly every request of a person asks for lies side by side: plan, stars and discoveries are one query. */
  readerPrefix: 'READER#',
  /** Count of charged imports in one month, "2026-11". */
  usage: (userId: string, month: string): Key => ({ pk: user(userId), sk: `USAGE#${month}` }),
  /** Which import the progress toast follows. */
  status: (userId: string): Key => ({ pk: user(userId), sk: 'STATUS' }),
  history: (userId: string, id: string): Key => ({ pk: user(userId), sk: `HISTORY#${id}` }),
  historyPrefix: 'HISTORY#',
  discovery: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `READER#MATCH#${carId}` }),
  discoveryPrefix: 'READER#MATCH#',
  star: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `READER#STAR#${carId}` }),
  starPrefix: 'READER#STAR#',
  list: (userId: string, id: string): Key => ({ pk: user(userId), sk: `LIST#${id}` }),
  listPrefix: 'LIST#',
  savedSearch: (userId: string, id: string): Key => ({ pk: user(userId), sk: `SAVED#${id}` }),
  savedSearchPrefix: 'SAVED#',
  /** How many of a kind a person has, so that a limit holds when two are made at once. */
  tally: (userId: string, kind: string): Key => ({ pk: user(userId), sk: `TALLY#${kind}` }),
  /** A car from a page the person dropped: never shared. */
  privateCar: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `CAR#${carId}` }),
  privateCarPrefix: 'CAR#',
  /** Which car an ad of a page the person dropped is, by the ad's name among all marketplaces (`adIdOf`). */
  ownAd: (userId: string, adId: string): Key => ({ pk: user(userId), sk: `AD#${adId}` }),
  /** What the person is a witness of: an ad of a page that they sent, by its name among all marketplaces. */
  witness: (userId: string, adId: string): Key => ({ pk: user(userId), sk: `WITNESS#${adId}` }),
  /** The answer already given to an Idempotency-Key. */
  idempotency: (userId: string, key: string): Key => ({ pk: user(userId), sk: `IDEM#${key}` }),
  /** The hour that the last charged press of the button pays for. */
  paidHour: (userId: string): Key => ({ pk: user(userId), sk: 'PAIDHOUR' }),
  /** A number plate that the person paid to have checked. */
  checkedPlate: (userId: string, plate: string): Key => ({ pk: user(userId), sk: `CHECKED#${plate}` }),
  /** The prices at which one car stood on the pages that the person sent on a day. `car`: what it is compared by. */
  askedPrices: (userId: string, day: string, car: string): Key => ({
    pk: user(userId),
    sk: `ASKED#${day}#${car}`,
  }),
  /** A plate that the person typed of a car. */
  typedPlate: (userId: string, carId: string): Key => ({ pk: user(userId), sk: `TYPEDPLATE#${carId}` }),
  socket: (userId: string, connectionId: string): Key => ({ pk: user(userId), sk: `SOCKET#${connectionId}` }),
  socketPrefix: 'SOCKET#',
  /** A search that is repeated for the person every hour. */
  automatedSearch: (userId: string, id: string): Key => ({ pk: user(userId), sk: `AUTOSEARCH#${id}` }),
  automatedSearchPrefix: 'AUTOSEARCH#',
  /** Counts the changes of a person's automated searches, so that two starts side by side see each other. */
  searchGuard: (userId: string): Key => ({ pk: user(userId), sk: 'AUTOSEARCHES' }),
  /** Counts the imports that a person began, so that two starts side by side see each other. */
  importGuard: (userId: string): Key => ({ pk: user(userId), sk: 'IMPORTS' }),
  /** The cars that one run was the first to show the person. */
  runDiscoveries: (userId: string, jobId: string): Key => ({ pk: user(userId), sk: `FOUND#${jobId}` }),
  notification: (userId: string, id: string): Key => ({ pk: user(userId), sk: `NOTE#${id}` }),
  notificationPrefix: 'NOTE#',
  /** What was told once: it outlives the notification. `key`: car, kind and price. */
  seen: (userId: string, key: string): Key => ({ pk: user(userId), sk: `SEEN#${key}` }),
  /** What a person is yet to be told, by the moment from which they may be. */
  pending: (userId: string, dueAt: string, id: string): Key => ({
    pk: user(userId),
    sk: `PENDING#${dueAt}#${id}`,
  }),
  pendingPrefix: 'PENDING#',
  /** Mails, pushes and webhooks that a person is yet to be sent. */
  outgoing: (userId: string, id: string): Key => ({ pk: user(userId), sk: `OUTGOING#${id}` }),
  outgoingPrefix: 'OUTGOING#',
  /** Up to which notification everything is read, and how many are kept. */
  inbox: (userId: string): Key => ({ pk: user(userId), sk: 'INBOX' }),
  /** What a person chose to be told, and how. */
  alertSettings: (userId: string): Key => ({ pk: user(userId), sk: 'ALERTSETTINGS' }),
  pushDevice: (userId: string, id: string): Key => ({ pk: user(userId), sk: `PUSH#${id}` }),
  pushDevicePrefix: 'PUSH#',
  /** Who the person is at Stripe. */
  customer: (userId: string): Key => ({ pk: user(userId), sk: 'CUSTOMER' }),
} as const;

export const carKey = (carId: string): Key => ({ pk: `CAR#${carId}`, sk: 'CAR' });
/** Which car of the catalog an ad is, by the ad's name among all marketplaces (`adIdOf`). */
export const adKey = (adId: string): Key => ({ pk: `AD#${adId}`, sk: 'AD' });
/** Who is a witness of an ad. */
export const witnessedAdPartition = (adId: string) => `WITNESSED#${adId}`;
export const witnessOfKey = (adId: string, userId: string): Key => ({
  pk: witnessedAdPartition(adId),
  sk: `${witnessOfPrefix}${userId}`,
});
export const witnessOfPrefix = 'WITNESS#';
/** Who typed a plate of a shared car. */
export const typedPlatePartition = (carId: string) => `TYPEDPLATES#${carId}`;
export const typedPlateOfKey = (carId: string, userId: string): Key => ({
  pk: typedPlatePartition(carId),
  sk: `TYPEDPLATE#${userId}`,
});
/** Which car of the catalog a confirmed plate belongs to. */
export const plateCarKey = (plateHash: string): Key => ({ pk: `PLATECAR#${plateHash}`, sk: 'PLATECAR' });
/** Which car of the catalog a chassis number belongs to. */
export const vinCarKey = (vinHash: string): Key => ({ pk: `VINCAR#${vinHash}`, sk: 'VINCAR' });
/** Cars of one make, model and year that have photos, by their mileage in seven digits. */
export const lookPartition = (make: string, model: string, year: number): string =>
  `LOOK#${make.toLowerCase()}#${model.toLowerCase()}#${year}`;
export const lookMileage = (km: number): string => String(Math.max(0, Math.round(km))).padStart(7, '0');
/** The cars that show one picture, so that a dealer's banner is known as one. */
export const pictureKey = (hash: string): Key => ({ pk: `PICTURE#${hash}`, sk: 'PICTURE' });
export const jobKey = (jobId: string): Key => ({ pk: `JOB#${jobId}`, sk: 'JOB' });
export const jobPartition = (jobId: string) => `JOB#${jobId}`;
export const listingKey = (jobId: string, carId: string): Key => ({
  pk: `JOB#${jobId}`,
  sk: `LISTING#${carId}`,
});
export const listingPrefix = 'LISTING#';
export const jobOwnerKey = (jobId: string, userId: string): Key => ({
  pk: `JOB#${jobId}`,
  sk: `OWNER#${userId}`,
});
export const jobOwnerPrefix = 'OWNER#';
/** A distinct search link: its running import, when it runs next by itself, and how its last run went. */
export const linkKey = (linkHash: string): Key => ({ pk: `LINK#${linkHash}`, sk: 'LINK' });
export const linkPartition = (linkHash: string) => `LINK#${linkHash}`;
/** A person for whom the link is searched every hour. */
export const followerKey = (linkHash: string, userId: string): Key => ({
  pk: `LINK#${linkHash}`,
  sk: `FOLLOWER#${userId}`,
});
export const followerPrefix = 'FOLLOWER#';
/** The cars that a followed link has shown, so that an hour's run finds the new ones by itself. */
export const shownCarsKey = (linkHash: string): Key => ({ pk: `LINK#${linkHash}`, sk: 'SHOWN' });
/** How many links there are to search, and how many of them an hour has room for. */
export const searchLoadKey: Key = { pk: 'SEARCHLOAD', sk: 'SEARCHLOAD' };
/** Who drives a lane of hourly runs. */
export const laneKey = (lane: number): Key => ({ pk: `LANE#${lane}`, sk: 'LANE' });
export const ticketKey = (ticket: string): Key => ({ pk: `TICKET#${ticket}`, sk: 'TICKET' });
export const connectionKey = (connectionId: string): Key => ({ pk: `CONN#${connectionId}`, sk: 'CONN' });
/** A register answer (or its absence), kept for a day. */
export const registerKey = (plate: string): Key => ({ pk: `PLATE#${plate}`, sk: 'REGISTER' });
/** How often a register was asked about a plate on a day. */
export const registerCallsKey = (plate: string, day: string): Key => ({
  pk: `PLATE#${plate}`,
  sk: `CALLS#${day}`,
});
/** Whose customer it is. */
export const stripeCustomerKey = (customerId: string): Key => ({
  pk: `STRIPECUS#${customerId}`,
  sk: 'STRIPECUS',
});
/** An event of Stripe's that was applied. */
export const stripeEventKey = (eventId: string): Key => ({ pk: `STRIPE#${eventId}`, sk: 'STRIPE' });
/** What of an account has ended lies side by side, outside the person's partition, which erasing empties. */
export const endedPartition = (userId: string) => `ENDED#${userId}`;
/** The mark of an erased account: nothing of it is written again. */
export const erasedKey = (userId: string): Key => ({ pk: endedPartition(userId), sk: 'ERASED' });
/** The moment up to which every session of a person has ended. */
export const endedSessionsKey = (userId: string): Key => ({ pk: endedPartition(userId), sk: 'SESSIONS' });
/** One session that was signed out. */
export const endedSessionPrefix = 'SESSION#';
export const endedSessionKey = (userId: string, session: string): Key => ({
  pk: endedPartition(userId),
  sk: `${endedSessionPrefix}${session}`,
});
/** What is kept by an e-mail's keyed hash, before it is known who calls: a mark of the password, who asked for codes, what was used. */
export const passwordMarkKey = (emailHash: string): Key => ({ pk: `LOGIN#${emailHash}`, sk: 'PASSWORD' });
/** Charged imports of a month by whoever had an account of this e-mail and erased it. */
export const erasedUsageKey = (emailHash: string, month: string): Key => ({
  pk: `LOGIN#${emailHash}`,
  sk: `USAGE#${month}`,
});
export const attemptKey = (emailHash: string, kind: 'sign-up' | 'reset'): Key => ({
  pk: `LOGIN#${emailHash}`,
  sk: `ATTEMPT#${kind}`,
});
/** Messages that were given up and can be sent again, by when they were sent first. */
export const parkedMessageKey = (sentAt: string, messageId: string): Key => ({
  pk: parkedPartition,
  sk: `${sentAt}#${messageId}`,
});
/** When a visitor was seen last, and what visitors have counted. */
export const visitorKey: Key = { pk: 'VISITOR', sk: 'VISITOR' };
export const healthKey: Key = { pk: 'HEALTH', sk: 'HEALTH' };

/** GSI1: the catalog in sixteen partitions, ordered by change. */
export const catalogIndex = 'gsi1';
export const catalogPartitions: readonly string[] = Array.from(
  { length: 16 },
  (_, i) => `CAT#${String(i).padStart(2, '0')}`,
);
export const catalogPartitionOf = (carId: string): string =>
  catalogPartitions[shardOf(carId, catalogPartitions.length)]!;

/** GSI2: imports that have not ended, oldest first. */
export const openIndex = 'gsi2';
export const openJobsPartition = 'OPEN#JOB';

/** GSI2: links that are searched again, in four partitions, the most overdue first. */
export const duePartitions: readonly string[] = Array.from({ length: 4 }, (_, i) => `DUE#${i}`);
export const duePartitionOf = (linkHash: string): string =>
  duePartitions[shardOf(linkHash, duePartitions.length)]!;
/** GSI2 too: weeks of automated searches by their end, whatever becomes of the link meanwhile. */
export const endingPartition = 'ENDING';
/** GSI2 too: erased accounts that are looked at once more when nothing of theirs is under way, the oldest first. */
export const erasingPartition = 'ERASING';
/** GSI2 too: people who have a customer at Stripe, the one longest unchecked first. */
export const payersPartition = 'PAYERS';
export const payersSortKey = (checkedAt: string, userId: string) => `${checkedAt}#${userId}`;

/** GSI2: what waits to be told or sent, in four partitions, the most overdue first. */
export const waitingPartitions: readonly string[] = Array.from({ length: 4 }, (_, i) => `WAITING#${i}`);
export const waitingPartitionOf = (userId: string): string =>
  waitingPartitions[shardOf(userId, waitingPartitions.length)]!;
export const userIdOf = ({ pk }: Key): string => pk.slice('USER#'.length);

/** GSI3: who starred a car. */
export const starIndex = 'gsi3';
export const starPartitionOf = (carId: string): string => `STAR#${carId}`;
