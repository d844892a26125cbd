import { marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { joinNames, kroner, type Language } from '#core/shared.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import type { AdRating, LogEntry, Refusal, Wall } from './messages.ts';

type Names<Key extends string> = Readonly<Record<Key, string>>;

export type ExtensionTexts = {
  description: string;
  region: string;
  turnOff: string;
  deal: Names<Deal>;
  /** While the photos are searched for a plate. */
  dealSoFar: Names<Deal>;
  below: (amount: string) => string;
  above: (amount: string) => string;
  atMarket: string;
  toCheck: (count: number) => string;
  rating: (rated: number, all: number) => string;
  silence: Names<Refusal>;
  popup: {
    title: string;
    notPaired: string;
    pair: string;
    unpair: string;
    keyStays: string;
    sites: string;
    watchTitle: string;
    watchThis: string;
    starting: string;
    notHere: string;
    every: string;
    interval: (minutes: number) => string;
    lastSeen: (when: string) => string;
    neverSeen: string;
    remove: string;
    pages: (today: number, most: number) => string;
    quiet: string;
    stopAll: string;
    startAll: string;
    wall: Names<Wall>;
    resume: string;
    refused: Names<Refusal>;
    log: string;
    noLog: string;
    event: Names<LogEntry['event']>;
  };
};

const en: ExtensionTexts = {
  description: 'Shows Bilfund’s rating beside cars on marketplaces, and watches the searches that you mark.',
  region: 'Bilfund’s ratings of the cars on this page',
  turnOff: 'Turn off on this site',
  deal: { amazing: 'Amazing', fair: 'Fair', poor: 'Poor', no_estimate: 'No estimate' },
  dealSoFar: {
    amazing: 'Amazing so far',
    fair: 'Fair so far',
    poor: 'Poor so far',
    no_estimate: 'No estimate yet',
  },
  below: (amount) => `${amount} below market`,
  above: (amount) => `${amount} above market`,
  atMarket: 'at market price',
  toCheck: (count) => `${count} ${count === 1 ? 'thing' : 'things'} to check`,
  rating: (rated, all) => `Bilfund: ${rated} of ${all} cars rated`,
  silence: {
    not_paired: 'Bilfund is not connected yet. Connect it',
    token_refused: 'Bilfund’s connection has ended. Connect again',
    limit_reached: 'Your imports are used up for now. Cars that Bilfund knows keep their rating',
    busy: 'Bilfund is busy and is soon asked again',
    offline: 'Bilfund does not answer. Load the page again to try once more',
  },
  popup: {
    title: 'Bilfund',
    notPaired: 'Connect this browser with your account to see ratings.',
    pair: 'Connect',
    unpair: 'Disconnect this browser',
    keyStays: 'Its access token stays valid until you revoke it in your profile on Bilfund.',
    sites: 'Ratings on',
    watchTitle: 'Watched searches',
    watchThis: 'Watch this search here',
    starting: 'This search is being listed on Bilfund …',
    notHere: `Open a car search on ${joinNames(Object.values(marketplaceNames), 'or')} to watch it.`,
    every: 'How often',
    interval: (minutes) =>
      minutes < 60
        ? `every ${minutes} minutes`
        : minutes === 60
          ? 'every hour'
          : minutes === 1440
            ? 'once a day'
            : `every ${minutes / 60} hours`,
    lastSeen: (when) => `Last seen ${when}`,
    neverSeen: 'Not seen yet',
    remove: 'Stop watching',
    pages: (today, most) => `${today} of at most ${most} pages opened today`,
    quiet: 'Nothing is opened between 23 and 7 o’clock, and only while this browser runs.',
    stopAll: 'Stop all watching',
    startAll: 'Start watching again',
    wall: {
      login: 'asked for a log-in. Log in there yourself; Bilfund never does.',
      captcha: 'asked whether you are human. Answer there yourself; Bilfund never does.',
      unknown_page: 'showed a page without cars that Bilfund does not know. Please look.',
    },
    resume: 'I have looked, go on',
    refused: {
      not_paired: 'This browser is not connected with your account.',
      token_refused: 'The connection has ended. Connect this browser again.',
      limit_reached: 'Your plan has no room for another automated search. See your searches on Bilfund.',
      busy: 'That was much at once. Try again in a minute.',
      offline: 'Bilfund did not answer. Try again later.',
    },
    log: 'What Bilfund did',
    noLog: 'Nothing yet.',
    event: {
      paired: 'Connected',
      unpaired: 'Disconnected',
      sent: 'Sent cars',
      opened: 'Opened',
      read: 'Read',
      wall: 'Stopped',
      refused: 'Refused',
      stopped: 'Turned off',
      started: 'Turned on',
      ended: 'No longer watched: it has ended on Bilfund',
    },
  },
};

const da: ExtensionTexts = {
  description: 'Viser Bilfunds vurdering ved biler på markedspladser og følger de søgninger, du vælger.',
  region: 'Bilfunds vurderinger af bilerne på denne side',
  turnOff: 'Slå fra på dette websted',
  deal: { amazing: 'Kup', fair: 'Fair pris', poor: 'Dyr', no_estimate: 'Ikke vurderet' },
  dealSoFar: {
    amazing: 'Kup indtil videre',
    fair: 'Fair pris indtil videre',
    poor: 'Dyr indtil videre',
    no_estimate: 'Ikke vurderet endnu',
  },
  below: (amount) => `${amount} under markedet`,
  above: (amount) => `${amount} over markedet`,
  atMarket: 'til markedspris',
  toCheck: (count) => `${count} ting at undersøge`,
  rating: (rated, all) => `Bilfund: ${rated} af ${all} biler er vurderet`,
  silence: {
    not_paired: 'Bilfund er ikke forbundet endnu. Forbind',
    token_refused: 'Forbindelsen til Bilfund er slut. Forbind igen',
    limit_reached: 'Dine importer er brugt op for nu. Biler, som Bilfund kender, beholder deres vurdering',
    busy: 'Bilfund har travlt og bliver snart spurgt igen',
    offline: 'Bilfund svarer ikke. Genindlæs siden for at prøve igen',
  },
  popup: {
    title: 'Bilfund',
    notPaired: 'Forbind browseren med din konto for at se vurderinger.',
    pair: 'Forbind',
    unpair: 'Afbryd forbindelsen til denne browser',
    keyStays: 'Dens adgangsnøgle gælder, til du tilbagekalder den i din profil på Bilfund.',
    sites: 'Vurderinger på',
    watchTitle: 'Søgninger, du følger',
    watchThis: 'Følg denne søgning her',
    starting: 'Søgningen føjes til dine søgninger på Bilfund …',
    notHere: `Åbn en bilsøgning på ${joinNames(Object.values(marketplaceNames), 'eller')} for at følge den.`,
    every: 'Hvor tit',
    interval: (minutes) =>
      minutes < 60
        ? `hvert ${minutes}. minut`
        : minutes === 60
          ? 'hver time'
          : minutes === 1440
            ? 'én gang i døgnet'
            : `hver ${minutes / 60}. time`,
    lastSeen: (when) => `Sidst set ${when}`,
    neverSeen: 'Ikke set endnu',
    remove: 'Følg ikke længere',
    pages: (today, most) => `${today} af højst ${most} sider åbnet i dag`,
    quiet: 'Intet åbnes mellem kl. 23 og 7, og kun mens denne browser kører.',
    stopAll: 'Følg ingen søgninger',
    startAll: 'Følg søgningerne igen',
    wall: {
      login: 'bad om login. Log selv ind dér; det gør Bilfund aldrig.',
      captcha: 'spurgte, om du er et menneske. Svar selv dér; det gør Bilfund aldrig.',
      unknown_page: 'viste en side uden biler, som Bilfund ikke kender. Kig selv.',
    },
    resume: 'Jeg har kigget, fortsæt',
    refused: {
      not_paired: 'Browseren er ikke forbundet med din konto.',
      token_refused: 'Forbindelsen er slut. Forbind browseren igen.',
      limit_reached: 'Din plan har ikke plads til flere automatiske søgninger. Se dine søgninger på Bilfund.',
      busy: 'Det var meget på én gang. Prøv igen om et minut.',
      offline: 'Bilfund svarede ikke. Prøv igen senere.',
    },
    log: 'Hvad Bilfund har gjort',
    noLog: 'Intet endnu.',
    event: {
      paired: 'Forbundet',
      unpaired: 'Afbrudt',
      sent: 'Sendte biler',
      opened: 'Åbnede',
      read: 'Læste',
      wall: 'Stoppet',
      refused: 'Afvist',
      stopped: 'Slået fra',
      started: 'Slået til',
      ended: 'Følges ikke længere: Den er slut på Bilfund',
    },
  },
};

export const textsOf = (language: Language): ExtensionTexts => (language === 'da' ? da : en);

/** "Amazing · 12.300 kr. below market · 2 things to check". */
export function lineOf(rating: AdRating, texts: ExtensionTexts): string {
  const { deal, gapDkk, findings, isPreliminary } = rating;
  const verdict = (isPreliminary ? texts.dealSoFar : texts.deal)[deal];
  const gap =
    gapDkk === null
      ? null
      : gapDkk === 0
        ? texts.atMarket
        : gapDkk < 0
          ? texts.below(kroner(-gapDkk))
          : texts.above(kroner(gapDkk));
  return [verdict, gap, findings > 0 ? texts.toCheck(findings) : null].filter(Boolean).join(' · ');
}
