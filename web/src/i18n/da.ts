import { planNames } from '#core/payments/plan.ts';
import { card, deals, filters, list } from './da/cars.ts';
import { failures } from './da/failures.ts';
import { home } from './da/home.ts';
import type { Texts } from './en.ts';
import { count } from './format.ts';

const common = {
  close: 'Luk',
  undo: 'Fortryd',
  tryAgain: 'Prøv igen',
  backToHome: 'Til forsiden',
  email: 'E-mail',
  password: 'Adgangskode',
  show: 'Vis',
  hide: 'Skjul',
  loading: 'Henter …',
  status: 'Status',
};

const time = {
  justNow: 'Lige nu',
  minutesAgo: (count: number) => `for ${count} min. siden`,
  hoursAgo: (count: number) => `for ${count} t. siden`,
  daysAgo: (count: number) => (count === 1 ? 'for 1 dag siden' : `for ${count} dage siden`),
};

/** Previews of a pasted link; refusals are in `failures.ts`. */
const links = {
  search: (what: string) => `Søgningen kan importeres: ${what}.`,
  item: (site: string) => `Det er en enkelt bil på ${site}. Den kan importeres.`,
  share:
    'Det er et delt link. Facebook viser tit kun indholdet til dem, der er logget ind. Bliver vi afvist, tæller importen ikke med: Åbn linket, og kopiér adressen fra adresselinjen.',
  wall: 'Viser Marketplace den kun til dem, der er logget ind, tæller importen ikke med, og Bilfund-knappen henter bilerne fra din egen browser.',
  button: 'Sådan virker knappen',
};

const shell = {
  skipToContent: 'Gå til indholdet',
  skipToCars: 'Gå til bilerne',
  skipToFilters: 'Gå til filtrene',
  search: 'Søg efter biler, mærker eller beskrivelser',
  searchLabel: 'Søg',
  language: 'Sprog',
  help: 'Hjælp',
  menu: 'Menu',
  howWeRate: 'Sådan vurderer vi',
  logIn: 'Log ind',
  getStarted: 'Kom i gang',
  signOut: 'Log ud',
  greeting: (name: string) => `Hej, ${name}`,
  premiumActive: 'Premium er aktiv',
  upgrade: 'Opgrader til Premium',
  terms: 'Vilkår',
  privacy: 'Privatliv',
  changelog: 'Ændringer',
  demoNote: 'Billederne i denne demo er tegninger',
  noOperator: 'Det er ikke oplyst, hvem der driver dette websted.',
  footerNote: 'Udbudspriser, ikke salgspriser',
  offline: 'Du er offline. Du ser den senest hentede udgave.',
  updateReady: 'En ny version af Bilfund er klar.',
  update: 'Opdater',
  notFoundTitle: 'Siden findes ikke',
  notFoundText: 'Linket kan være gammelt eller skrevet forkert.',
  brokenTitle: 'Noget gik galt på denne side',
  brokenText:
    'Intet af det, du har gemt, er tabt. Indlæs siden igen. Sker det igen, så fortæl os, hvad du var i gang med.',
  reload: 'Indlæs siden igen',
};

const accounts = {
  logInLead: 'Dine gemte biler, lister og importer er, hvor du slap dem.',
  noAccount: 'Har du ingen konto?',
  register: 'Opret en konto',
  forgot: 'Glemt adgangskoden?',
  registerLead: 'Det er gratis at komme i gang, og du skal ikke oplyse kort.',
  confirmPassword: 'Gentag adgangskoden',
  createAccount: 'Opret konto',
  haveAccount: 'Har du allerede en konto?',
  passwordHint: 'Mindst 6 tegn',
  mismatch: 'Adgangskoderne er ikke ens',
  registeredTitle: 'Kontoen er oprettet!',
  registeredText: 'Tjek din e-mail, og bekræft din konto.',
  agree: 'Når du opretter en konto, accepterer du',
  agreeTerms: 'vilkårene',
  agreeAnd: 'og',
  agreePrivacy: 'privatlivspolitikken',
  confirmTitle: 'Bekræft din konto',
  confirmLead: (email: string) => `Vi har sendt en kode til ${email}. Skriv den her.`,
  confirmLeadNoEmail: 'Vi har sendt dig en kode på e-mail. Skriv den her.',
  haveCode: 'Jeg har fået en kode',
  code: 'Kode',
  confirm: 'Bekræft',
  resend: 'Send en ny kode',
  resendIn: (seconds: number) => `Send en ny kode (om ${seconds} sek.)`,
  otherAddress: 'Brug en anden adresse',
  linkWaits: 'Vi har gemt dit link. Du kan importere det, så snart du er logget ind.',
  resent: 'En ny kode er på vej.',
  confirmed: 'Din konto er bekræftet. Du kan logge ind nu.',
  forgotTitle: 'Vælg en ny adgangskode',
  forgotLead: 'Vi sender en kode til din e-mail. Med den kan du vælge en ny adgangskode.',
  sendCode: 'Send koden',
  resetLead: (email: string) => `Findes der en konto til ${email}, er en kode på vej.`,
  resetLeadFromMail: 'Skriv din kontos e-mailadresse, og vælg en ny adgangskode.',
  newPassword: 'Ny adgangskode',
  setPassword: 'Gem den nye adgangskode',
  passwordSet: 'Din nye adgangskode er gemt. Du kan logge ind nu.',
  backToLogin: 'Tilbage til log ind',
  working: 'Et øjeblik …',
};

const plans = {
  name: planNames.da,
  freeNote: (scrapes: number) =>
    `${count(scrapes, 'import', 'importer')} om måneden, alle biler undtagen kuppene`,
  monthlyNote: 'om måneden, importer uden grænse, alle kup',
  quarterlyNote: (perMonth: string, saved: string) => `${perMonth} om måneden, du sparer ${saved}`,
  lifetimeNote: 'betales én gang',
  boostNote: (days: number) => `${days} dage med Premium, fornyes ikke`,
  aboutKroner: (amount: string) => `ca. ${amount}`,
  inEuro: (rate: string) =>
    `Du betaler i euro. Beløbene i kroner er efter kronens centralkurs på ${rate} kr.; din banks kurs kan afvige lidt.`,
  other: 'Uden abonnement',
  unlockNote: 'Markedsværdien på alle biler, du kan åbne',
  startFree: 'Kom gratis i gang',
  seePlans: 'Se, hvad du får',
};

export const da = {
  common,
  time,
  shell,
  failures,
  links,
  accounts,
  home,
  list,
  filters,
  card,
  deals,
  plans,
} satisfies Texts;
