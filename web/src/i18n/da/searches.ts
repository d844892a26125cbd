import { count } from '../format.ts';
import { everyMinutes, span } from './intervals.ts';

export const searches = {
  lead: 'Vi gentager en søgning, eller din egen browser gør det, hvor det står. Du får besked om hver ny bil én gang.',
  used: (used: number, limit: number) => `${used} af ${count(limit, 'søgning', 'søgninger')} kører`,
  placeholder: 'Indsæt et link til en søgning på Marketplace',
  add: 'Gentag denne søgning',
  addShort: 'Gentag',
  adding: 'Et øjeblik …',
  limitFree: 'Uden Premium gentager vi én søgning ad gangen. Med Premium tre.',
  limitPremium: 'Der kører allerede tre søgninger. Stop en af dem først.',
  loadFailed: 'Dine automatiske søgninger kunne ikke hentes',
  empty: 'Du har ingen automatiske søgninger endnu',
  emptyText:
    'Indsæt en søgning fra Marketplace ovenfor, eller filtrér listen, og tryk på ”Giv besked om nye”. Vi søger hver time i en uge, og du kan forlænge den.',
  remaining: 'Tid tilbage',
  days: (days: number, hours: number) =>
    days > 0 ? `${count(days, 'dag', 'dage')} ${hours} t` : count(hours, 'time', 'timer'),
  lessThanAnHour: 'Under en time',
  expired: 'Udløbet',
  active: 'Kører',
  paused: 'På pause',
  frequency: 'Hyppighed',
  every: (hours: number) => (hours === 1 ? 'Hver time' : `Hver ${hours}. time`),
  stretched: 'Der kører mange søgninger, så der går lidt mere end en time mellem hver kørsel.',
  started: 'Begyndt',
  nextRun: 'Næste søgning',
  nextRunIn: (minutes: number) => {
    if (minutes <= 0) return 'Nu';
    if (minutes < 60) return `Om ${count(minutes, 'minut', 'minutter')}`;
    return `Om ${count(Math.round(minutes / 60), 'time', 'timer')}`;
  },
  lastRun: 'Seneste søgning',
  lastResult: (found: number, fresh: number) =>
    `${count(found, 'bil', 'biler')}, heraf ${count(fresh, 'ny', 'nye')}`,
  noRunYet: 'Ikke endnu',
  stoppedRepeating: 'Vi er holdt op med at gentage søgningen.',
  extendToRetry: 'Forlæng den for at prøve igen.',
  name: 'Søgningens navn',
  saveName: 'Gem',
  rename: (title: string) => `Omdøb ${title}`,
  nameless: 'Uden navn hedder den efter sine filtre.',
  extend: 'Forlæng til 7 dage',
  extended: 'Søgningen er forlænget til 7 dage fra nu!',
  extendFailed: 'Søgningen kunne ikke forlænges',
  mute: 'Slå beskeder fra',
  unmute: 'Slå beskeder til',
  muteIt: (title: string) => `Slå beskeder fra for ${title}`,
  unmuteIt: (title: string) => `Slå beskeder til for ${title}`,
  muted: 'Beskeder er slået fra: Du hører intet om søgningens biler. De kommer stadig med i dine fund.',
  cancel: 'Stop',
  cancelTitle: 'Stop denne automatiske søgning?',
  cancelQuestion: 'Er du sikker på, at du vil stoppe søgningen? Så får du ikke længere besked om nye biler.',
  keep: 'Behold søgningen',
  stop: 'Stop søgningen',
  cancelled: 'Søgningen er stoppet',
  cancelFailed: 'Søgningen kunne ikke stoppes',
  browser: {
    note: 'Følges i din browser: Vi ser kun denne søgning, når din browser sender dens side.',
    overdue: (minutes: number) =>
      `Den er ikke blevet sendt i mere end ${span(minutes)}, så vi ved ikke noget nyere.`,
    every: everyMinutes,
    intervalChanged: 'Din browser får det at vide, næste gang den spørger.',
    intervalFailed: 'Intervallet kunne ikke ændres',
    lastSeen: 'Senest set',
    timesSeen: 'Set',
    times: (times: number) => count(times, 'gang', 'gange'),
    lastFound: 'Hvad der var ændret',
    found: (found: { new: number; dropped: number; back: number; gone: number }) => {
      const parts = [
        found.new > 0 && count(found.new, 'ny', 'nye'),
        found.dropped > 0 && count(found.dropped, 'billigere', 'billigere'),
        found.back > 0 && count(found.back, 'til salg igen', 'til salg igen'),
        found.gone > 0 &&
          count(found.gone, 'ikke længere blandt resultaterne', 'ikke længere blandt resultaterne'),
      ];
      return parts.filter(Boolean).join(', ') || 'Intet';
    },
  },
  feed: {
    open: 'Feed',
    about:
      'Din feedlæser eller et program kan hente de biler, søgningen har fundet de seneste syv dage. Den, der har adressen, kan læse dem og søgningens navn, men ser ingen markedsværdier og kun, at der er et kup, ikke hvilket.',
    make: 'Lav en adresse',
    renew: 'Ny adresse, og luk den gamle',
    end: 'Luk feedet',
    since: (day: string) => `Feedet har haft en adresse siden ${day}. Den blev vist én gang.`,
    shownOnce: 'Kopiér det, du skal bruge, nu: Adresserne vises ikke igen.',
    copy: 'Kopiér',
    copyThis: (name: string) => `Kopiér adressen til ${name}`,
    copied: 'Kopieret',
    copyFailed: 'Det tillod din browser ikke. Markér adressen, og kopiér den.',
    failed: 'Feedet kunne ikke ændres',
  },
  rule: {
    open: 'Det får du besked om',
    title: (name: string) => `Det giver ”${name}” dig besked om`,
    news: {
      new_cars: 'Nye biler',
      amazing: 'Kup, også biler, der senere bliver det',
      entered:
        'Biler, der var der i forvejen og først passer nu, fordi prisen eller kilometertallet er ændret',
      price_drop: 'Prisfald på biler, søgningen har fundet',
      below_market: 'Biler langt under markedet',
      gone: 'Biler fra søgningen, der er solgt eller væk',
    },
    leastKroner: 'Mindst, i kr.',
    leastPercent: 'Eller mindst, i %',
    anyDrop: 'Er begge tomme, gælder ethvert fald fra 100 kr. og op.',
    belowPercent: 'Mindst så mange % under markedet',
    belowLocked: 'Markedsværdier er en del af Premium.',
    avoidHint: 'Du får ingen besked om biler, der har et af ordene i titlen eller et sted i beskrivelsen.',
    tryIt: 'Prøv det på de sidste 30 dage',
    trying: 'Et øjeblik …',
    tried: (times: number, days: number) =>
      times === 0
        ? `På ${count(days, 'dag', 'dage')} ville du ikke have fået nogen besked.`
        : `På ${count(days, 'dag', 'dage')} ville du have fået besked ${count(times, 'gang', 'gange')}.`,
    unwatched: 'Vi har endnu ikke fulgt søgningen et døgn, så der er intet at prøve det på.',
    watched: (days: number) =>
      `Vi har fulgt søgningen i ${count(days, 'dag', 'dage')}; vi ved intet om tiden før.`,
    atLeast: 'Der passer flere biler, end vi ser på: Det ville have været mindst så mange gange.',
    withoutAmazing: 'Biler, der er kup nu, er ikke talt med: Hvilke det er, er en del af Premium.',
    examples: 'De nyeste',
    kinds: {
      new_cars: 'Ny',
      amazing_deal: 'Kup',
      price_drop: 'Prisfald',
      below_market: 'Under markedet',
      car_gone: 'Solgt eller væk',
    },
    before: (price: string) => `før ${price}`,
    tryFailed: 'Det kunne ikke prøves',
    save: 'Gem',
    saved: 'Gemt. Det gælder fra nu af.',
    saveFailed: 'Dit valg kunne ikke gemmes',
    close: 'Luk',
  },
  openList: 'Åbn i listen',
  openOriginal: (site: string) => `Åbn søgningen på ${site}`,
};
