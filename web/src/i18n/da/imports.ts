import { type MarketplaceId, shortNames } from '#core/marketplaces/marketplace-id.ts';
import { groupThousands, joinNames } from '#core/shared.ts';
import { count } from '../format.ts';
import { everyMinutes } from './intervals.ts';

export const imports = {
  submit: 'Importér biler',
  submitShort: 'Importér',
  running: 'Importerer …',
  submitNext: 'Importér som næste',
  inLine: (place: number, name: string) => `${place === 1 ? 'Næste' : `Nummer ${place} i køen`}: ${name}`,
  takeOut: (name: string) => `Fjern ${name} fra køen`,
  left: (left: number, limit: number) =>
    `${left} af ${count(limit, 'import', 'importer')} tilbage denne måned`,
  unlimited: 'Importer uden grænse',
  switchedOff:
    'Her henter vi ikke selv søgninger. Tryk på Bilfund-knappen på en søgning, du har åben, eller slip en gemt side her.',
  follow: 'Gentag denne søgning hver time i en uge',
  followed: 'Vi gentager søgningen hver time i en uge og giver besked om nye biler.',
  followFailed: (reason: string) => `Søgningen blev ikke oprettet: ${reason}`,
  followCreateFailed: 'Den automatiske søgning kunne ikke oprettes',
  firstLead: 'Har du ikke et link? Start med en af disse:',
  newestIn: (town: string) => `Nyeste i ${town}`,
  moreWays: 'Flere måder at importere på',
  moreWaysShort: 'Flere måder',
  saveTitle: 'Eller træk en gemt side herind',
  saveText: 'Søg i din egen browser, gem siden (kun HTML), og træk den herind. Kun du kan se bilerne.',
  button: 'Eller tryk på Bilfund-knappen på den søgning, du har åben',
  shortcut: 'Del med Bilfund fra din iPhone',
  buttonInstead: 'Brug Bilfund-knappen',
  plate: 'Eller vurdér én bil på nummerpladen',
  plateInstead: 'Vurdér én bil på nummerpladen',
  choose: 'vælg en fil',
  dropHere: 'Slip den gemte side her',
  reading: 'Læser siden …',
  pageRead: (cars: number) => `${count(cars, 'bil', 'biler')} fundet på siden`,
  rejected: (rejected: number) => `${count(rejected, 'post var', 'poster var')} ikke en bil til salg.`,
  lineTitle: (site: string) => `Importerer fra ${site}`,
  queued: 'I kø',
  scraping: 'Læser søgningen',
  ocr: 'Læser nummerplader på billederne',
  tjekbil: 'Spørger motorregistret',
  completed: 'Færdig',
  failed: 'Stoppet',
  segmentScraping: 'Annoncer',
  segmentOcr: 'Fotos',
  segmentTjekbil: 'Register',
  segmentCompleted: 'Vurderet',
  soFar: (done: number, found: number) => `${done} af ${count(found, 'bil', 'biler')}`,
  joined: (ads: number) => `${count(ads, 'annonce', 'annoncer')} for biler, der er talt med`,
  none: 'Ingen biler fundet endnu',
  hide: 'Skjul fremdriften',
  checked: (cars: number) => `${count(cars, 'bil', 'biler')} gennemgået`,
  unread: (cars: number) => `${count(cars, 'annonce', 'annoncer')} kunne ikke læses`,
  startFailed: 'Bilerne kunne ikke importeres',
  failedTitle: 'Importen sluttede uden biler.',
  notCharged: 'Importen tæller ikke med.',
};

/** A search that the reader's own browser opens again. */
export const watch = {
  start: 'Følg i min browser',
  starting: 'Et øjeblik …',
  howOften: 'Hvor ofte',
  every: everyMinutes,
  linkLabel: `Link til en søgning på ${joinNames(Object.values(shortNames), 'eller')}`,
  note: `Virker på ${joinNames(Object.values(shortNames), 'og')}: Mens din browser kører, åbner den selv søgningen og sender os siden; vi besøger den ikke. Det kræver Bilfund-udvidelsen i en browser på en computer, forbundet med din konto.`,
  about: 'Om udvidelsen, og hvordan den forbindes',
  started:
    'Søgningen står på din liste i en uge. En forbundet browser begynder inden for et kvarter, mens den kører.',
};

/** Which cars of an import to look at first. */
export const firstLook = {
  title: 'Værd at se på først',
  soon: 'Når alle biler er vurderet, kan du her se, hvilke du bør se på først.',
  below: (below: number, total: number) =>
    below === 0
      ? `Ingen af ${count(total, 'bil', 'biler')} er prissat under markedet.`
      : `${below} af ${count(total, 'bil', 'biler')} er prissat under markedet.`,
  fair: (fair: number, total: number) =>
    fair === 0
      ? `Ingen af ${count(total, 'bil', 'biler')}, som du kan se, har en fair pris.`
      : `${fair} af ${count(total, 'bil', 'biler')}, som du kan se, har en fair pris.`,
  picks: 'Se disse biler først',
  bestFirst: 'Vis de bedste kup først',
  withPlan: 'Med Premium ser du også, hvilke der er prissat under markedet, og hvor meget.',
  withPlanAmazing: 'Med Premium ser du også kuppene.',
  plans: 'Se planerne',
};

/** The recorded import of the home page. */
export const recorded = {
  pause: 'Sæt på pause',
  resume: 'Fortsæt',
  again: 'Se den igen',
  toEnd: 'Til slutningen',
  note: (times: number) =>
    `En eksempelsøgning, optaget med en Premium-konto og vist ${times} gange så hurtigt. Bilerne er opfundet.`,
  cars: 'Importens biler, de nyeste først',
  summary: (cars: number, amazing: number) => `${count(cars, 'bil', 'biler')} vurderet, heraf ${amazing} kup`,
  took: (seconds: number) => `Det tog ${count(seconds, 'sekund', 'sekunder')}, fra linket blev sat ind.`,
};

/** Why an import ended without cars; each says what a person can do about it. */
export const importFailures = (source: MarketplaceId) => {
  const site = shortNames[source];
  const way = 'tryk på Bilfund-knappen dér, eller gem siden, og slip den her';
  return {
    timeout: `${site} svarede ikke i tide. Vent lidt, og prøv igen.`,
    network: `Forbindelsen til ${site} blev afbrudt. Prøv igen om et øjeblik.`,
    rate_limited: `${site} bad os om at sætte farten ned. Prøv igen om en time.`,
    login_wall: `${site} krævede login til denne søgning. Åbn den i din egen browser, og ${way}.`,
    checkpoint: `${site} bad om et sikkerhedstjek, og det forsøger vi ikke at komme forbi. Åbn søgningen i din egen browser, og ${way}.`,
    consent_wall: `${site} viste en samtykkeside i stedet for søgningen. Prøv igen senere, eller slip en gemt side her.`,
    withheld: `${site} viste ikke søgningen til besøgende uden konto. Åbn den i din egen browser, og ${way}. Er det et delt link, så åbn det, og kopiér adressen fra adresselinjen.`,
    listing_removed: `Annoncen findes ikke længere på ${site}.`,
    location_not_recognised: `${site} kendte ikke stedet i linket og viste et andet. Vælg stedet igen, og kopiér det nye link.`,
    search_not_understood: `${site} kender ikke et af filtrene i linket og viste andre biler. Vælg filtrene igen dér, og kopiér det nye link.`,
    closed_to_robots: `${site} tillader ikke automatisk læsning af denne side. Åbn den selv, og ${way}.`,
    budget_spent: `Vi beder kun ${site} om et vist antal sider i timen, og de er brugt op. Prøv igen om en time.`,
    layout_changed: `${site} har ændret sin side, og vi kunne ikke læse den. Vi har fået besked og ser på det.`,
    unknown_page: `${site} viste en side, vi ikke kender. Tjek, at linket åbner en søgning efter biler.`,
    empty: 'Søgningen har ingen biler. Prøv at gøre den bredere.',
    internal: 'Noget gik galt hos os. Vi har fået besked.',
    other: 'Importen sluttede uden biler.',
  };
};

export const history = {
  title: 'Importhistorik',
  cutOff: (read: number | null, site: string) =>
    `${read === null ? '' : `${count(read, 'annonce', 'annoncer')} læst. `}${site} viste ikke flere til besøgende. Importen tæller ikke med.`,
  leftOut: (parts: string) => `Udeladt: ${parts}.`,
  leftOutBy: {
    unreadable: (ads: number) => `${groupThousands(ads)} kunne ikke læses`,
    not_asked_for: (ads: number) => `${groupThousands(ads)} uden for søgningen`,
    not_for_sale: (ads: number) =>
      `${count(ads, 'annonce, der ikke var en bil', 'annoncer, der ikke var biler')} til salg`,
    beyond_limit: (ads: number) => `${groupThousands(ads)} sprunget over (grænse pr. side)`,
    same_car: (ads: number) => `${groupThousands(ads)} magen til en bil, der i dag er læst til en anden pris`,
  },
  moreLeftOut: (more: number) => `og ${groupThousands(more)} mere`,
  totalScrapes: 'Importer i alt',
  carsAdded: 'Biler tilføjet',
  last30Days: 'Seneste 30 dage',
  kind: 'Type',
  manual: 'Manuelle',
  automatic: 'Automatiske',
  page: 'Dine egne sider',
  started: 'I gang',
  completed: 'Færdig',
  failed: 'Mislykket',
  added: (cars: number) => `${count(cars, 'bil', 'biler')} tilføjet`,
  openLink: 'Åbn søgningen',
  savedPage: 'Side fra din browser',
  loadMore: 'Hent flere',
  loadFailed: 'Historikken kunne ikke hentes',
  notActivated: 'Importhistorikken er ikke slået til her.',
  empty: 'Ingen importer endnu',
  emptyText: 'Alle dine importer vises her med deres resultat.',
};
