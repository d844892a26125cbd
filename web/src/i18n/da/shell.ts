export const common = {
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

export const time = {
  justNow: 'Lige nu',
  minutesAgo: (count: number) => `for ${count} min. siden`,
  hoursAgo: (count: number) => `for ${count} t. siden`,
  daysAgo: (count: number) => (count === 1 ? 'for 1 dag siden' : `for ${count} dage siden`),
};

/** Previews of a pasted link; refusals are in `failures.ts`. */
export const links = {
  search: (what: string) => `Søgningen kan importeres: ${what}.`,
  item: (site: string) => `Det er en enkelt bil på ${site}. Den kan importeres.`,
  share:
    'Det er et delt link. Facebook viser tit kun indholdet til dem, der er logget ind. Bliver vi afvist, tæller importen ikke med: Åbn linket, og kopiér adressen fra adresselinjen.',
  wall: 'Viser Marketplace den kun til dem, der er logget ind, tæller importen ikke med, og Bilfund-knappen henter bilerne fra din egen browser.',
  button: 'Sådan virker knappen',
};

export const shell = {
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
