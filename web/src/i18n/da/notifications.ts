import { count } from '../format.ts';

export const notifications = {
  open: (unread: number) => (unread === 0 ? 'Beskeder' : `Beskeder, ${count(unread, 'ulæst', 'ulæste')}`),
  unread: (unread: number) => count(unread, 'ulæst', 'ulæste'),
  total: (total: number) => count(total, 'besked', 'beskeder'),
  markAllRead: 'Marker alle som læst',
  markAllAsRead: 'Marker alle som læst',
  markRead: (title: string) => `Marker som læst: ${title}`,
  remove: (title: string) => `Slet: ${title}`,
  viewAll: 'Se alle beskeder',
  loading: 'Henter beskeder …',
  fetchFailed: 'Beskederne kunne ikke hentes',
  loadFailed: 'Beskederne kunne ikke indlæses',
  empty: 'Ingen beskeder endnu',
  emptyHint: 'Her får du besked om nye biler og kup.',
  emptyFiltered: 'Ingen beskeder passer til dine filtre.',
  emptyScreen: 'Når der sker noget nyt, kan du læse om det her.',
  signInTitle: 'Du skal være logget ind',
  signInText: 'Log ind for at se dine beskeder.',
  back: 'Tilbage',
  search: 'Søg i disse beskeder',
  readState: 'Læst eller ulæst',
  all: 'Alle',
  unreadOnly: 'Kun ulæste',
  readOnly: 'Kun læste',
  type: 'Type',
  types: {
    all: 'Alle typer',
    new_cars: 'Nye biler',
    amazing_deal: 'Kup',
    subscription_update: 'Søgninger og plan',
    system: 'Andet nyt',
  },
  previous: 'Forrige',
  next: 'Næste',
};

export const alerts = {
  title: 'Indstillinger for beskeder',
  lead: 'Du får kun besked om det samme én gang. Intet om dig bliver solgt.',
  kind: 'Giv mig besked om',
  kinds: {
    new_cars: 'Nye biler i mine søgninger',
    amazing_deal: 'Kup',
    price_drop: 'Prisfald på gemte biler, biler fra mine søgninger og biler fra mine egne sider',
    below_market: 'Biler, der ligger så langt under markedet, som en af mine søgninger beder om',
    car_gone:
      'Gemte biler, biler fra mine søgninger og biler fra mine egne sider, der er solgt, væk eller ikke set længe',
    car_back: 'Gemte biler og biler fra mine egne sider, der er til salg igen',
    car_rated: 'Gemte biler og biler fra mine egne sider uden vurdering, der senere bliver vurderet',
    search_paused: 'Søgninger, der er sat på pause',
    search_ending: 'Søgninger, der udløber om et døgn',
    search_expired: 'Søgninger, der er udløbet',
    plan_changed: 'Min plan og mine betalinger',
  },
  kindNotes: {
    new_cars:
      'Biler, som en automatisk søgning finder, og som er nye for dig. En søgning med filter tæller dem, der er kommet til Bilfund, siden du lavede den, også hvis de først passer senere, for eksempel fordi prisen er faldet.',
    amazing_deal:
      'Nye biler i dine automatiske søgninger, der er kup, og biler, du har gemt, sendt fra din browser eller fundet med en løbende søgning, der senere bliver det.',
    price_drop:
      'For biler, der er kup, kun med Premium. Fra 100 kr. og højst ned til halv pris: Alt andet regner vi for en rettelse.',
    below_market: 'Vælges for hver søgning; for dem, der må se markedsværdier.',
    car_gone:
      'For biler, som kun en søgning har fundet: hvis du har valgt det for søgningen. For biler, der er kup, kun med Premium.',
  },
  untoldTitle: 'Det får du ikke besked om',
  untold: {
    hidden: 'Biler, du har skjult, og bilerne fra en søgning, du har slået beskeder fra for.',
    unstarred:
      'Biler, du hverken har gemt eller fundet med en løbende søgning: at de bliver billigere, senere bliver et kup eller er væk.',
    beforeFilter:
      'Biler, der allerede var i Bilfund, da du gemte et filter. Om dem, der først passer nu, får du kun besked, hvis du har valgt det for søgningen.',
    ownPages:
      'Det, der sker på sider, som kun din browser læser, indtil du sender dem igen: Vi kan ikke selv se efter der.',
    byHand:
      'Biler fra et link, du selv importerer, og fra den første side af en søgning, du sender: De står på listen, når importen er slut.',
  },
  channels: { in_app: 'Her', email: 'E-mail', push: 'Denne og andre enheder', webhook: 'Webhook' },
  emailStates: {
    premium_only:
      'Kun nyt om din plan og dine betalinger sendes på mail til alle. Andre mails er en del af Premium.',
    bounced: 'Vores e-mails kom retur fra din postkasse, så vi er holdt op med at sende dem.',
    complained: 'Vores e-mails blev meldt som uønskede, så vi er holdt op med at sende dem.',
    unsubscribed: 'Du har afmeldt vores e-mails.',
  },
  resumeMails: 'Send mig e-mails igen',
  quietTitle: 'Forstyr ikke',
  quiet: 'Ingen e-mails, push eller webhooks om natten',
  quietText: 'De venter, til den stille tid er forbi. Dansk tid.',
  from: 'Fra',
  to: 'Til',
  digestTitle: 'Daglig opsamling',
  digest: 'Alt nyt om biler én gang om dagen',
  digestText:
    'På e-mail, push og webhook; her ser du det med det samme. At en søgning holder pause eller udløber, og hvad der sker med din plan, venter ikke.',
  digestAt: 'Kl.',
  pushTitle: 'Push på denne enhed',
  pushOn: 'Slå til på denne enhed',
  pushUnsupported: 'Denne browser kan ikke modtage push.',
  pushRefused: {
    denied:
      'Din browser blokerer vores notifikationer og lader os ikke spørge igen. Tryk på tegnet til venstre for adressen, åbn indstillingerne for dette websted, tillad notifikationer, og tryk her igen. På iPhone og iPad: Indstillinger, Notifikationer, Bilfund.',
    unanswered:
      'Din browser gav ikke lov: Dens spørgsmål blev lukket, eller den spurgte ikke. Tryk her igen, og vælg ”Tillad”. Bliver du ikke spurgt, så tryk på tegnet til venstre for adressen, og tillad notifikationer dér.',
    refused:
      'Din browser sagde nej: Den kunne ikke få en adresse til push, og det kan Bilfund ikke ændre. Tjek, at det ikke er et privat vindue, og at push ikke er slået fra i browserens indstillinger (i Brave: ”Use Google services for push messaging”), og tryk her igen.',
  },
  pushAdded: 'Denne enhed modtager nu push.',
  removeDevice: (name: string) => `Send ikke længere push til ${name}`,
  since: (date: string) => `Siden ${date}`,
  webhookText:
    'Til din egen kanal på Discord eller Slack, et ntfy-emne eller en server. Hver besked er signeret.',
  address: 'Adresse',
  format: 'Format',
  formats: { json: 'JSON, signeret', ntfy: 'ntfy', discord: 'Discord', slack: 'Slack' },
  secret: 'Signeringsnøgle',
  secretStays: 'Den er den samme, når adressen ændres. Lav en ny, hvis andre kan have set den.',
  renewSecret: 'Lav en ny nøgle',
  test: 'Send en test',
  saveAndTest: 'Gem og send en test',
  tested: (status: number, isTaken: boolean) => {
    if (status === 0) return 'Adressen svarede ikke eller kan ikke nås udefra.';
    return isTaken
      ? `Adressen tog imod testen (den svarede ${status}).`
      : `Adressen tog ikke imod testen (den svarede ${status}).`;
  },
  failing: 'Adressen svarer ikke længere. Gem den igen for at prøve en gang til.',
  save: 'Gem',
  saved: 'Gemt.',
};

export const extend: typeof import('../en/notifications.ts').extend = {
  title: 'Din automatiske søgning',
  working: 'Den bliver forlænget …',
  done: 'Den kører en uge mere',
  doneText: (date: string) => `Indtil ${date}. Du får besked om det, den finder, som før.`,
  already: 'Den er allerede forlænget',
  alreadyText: (date: string) => `Søgningen kører indtil ${date}. Linket virker én gang.`,
  over: 'Søgningen er udløbet',
  overText: (date: string) => `Den udløb ${date}. Start den igen blandt dine søgninger.`,
  full: 'Der er ikke plads til den',
  fullText: 'Der kører allerede så mange søgninger, som din plan tillader. Afslut en anden først.',
  unknownText:
    'Måske mangler der noget af linket, eller søgningen er slettet. Du finder dine søgninger herunder.',
  failed: 'Den kunne ikke forlænges lige nu.',
  searches: 'Mine automatiske søgninger',
};

export const unsubscribe = {
  title: 'Ikke flere mails?',
  text: 'Du finder stadig alt nyt i Bilfund, og push og webhooks bliver, som de er.',
  stop: 'Stop mails',
  stopped: 'Så er det stoppet',
  stoppedText: 'Du får ikke flere mails om biler, søgninger eller din plan. Alt andet er, som det var.',
  undo: 'Send dem igen',
  again: 'Du får mails igen',
  againText: 'Alt er, som det var. Du kan selv vælge, hvad de skal handle om.',
  settings: 'Vælg, hvad du vil høre om',
  unknownTitle: 'Linket virker ikke',
  unknownText:
    'Måske mangler der noget af linket. Åbn den nyeste mail fra os, og tryk på linket i den, eller vælg i dine indstillinger.',
  failed: 'Det lykkedes ikke. Prøv igen.',
};
