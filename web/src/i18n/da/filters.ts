import { usualKmPerYear } from '#core/cars/cost.ts';
import { linkWords, panelWords } from '#core/cars/search-words-da.ts';
import { groupThousands, kroner } from '#core/shared.ts';
import type { ByLimit } from '../en/filters.ts';
import { count } from '../format.ts';

export { linkWords };

export const panel = {
  ...panelWords,
  min: 'Min.',
  max: 'Maks.',
  minLabel: 'Laveste pris i kroner',
  maxLabel: 'Højeste pris i kroner',
  histogram: 'Hvor mange biler der er til hver pris',
  brand: 'Mærke',
  allBrands: (total: number) => `Alle ${total} mærker`,
  fewerBrands: 'Færre mærker',
  premium: 'Premium',
  year: 'Årgang',
  minYear: 'Første årgang',
  maxYear: 'Sidste årgang',
  mileage: 'Kilometer',
  maxMileage: 'Højeste kilometertal',
  place: 'I nærheden af',
  town: 'By',
  townExample: 'By, f.eks. Odense',
  townUnknown: 'Den by kender vi ikke.',
  radius: 'Hvor langt væk',
  withinKm: (km: string) => `inden for ${km} km`,
  anyDistance: 'uanset afstand',
  distanceHint: 'Afstandene er i fugleflugt; sortér efter dem over listen.',
  model: 'Model',
  allModels: (total: number) => `Alle ${total} modeller`,
  fewerModels: 'Færre modeller',
  source: 'Markedsplads',
  body: 'Karosseri',
  color: 'Farve',
  equipment: 'Udstyr',
  limitTitles: {
    minHorsepower: 'Hestekræfter',
    maxRunningDkk: 'Afgift og energi om måneden',
    minRangeKm: 'Elektrisk rækkevidde',
    minBatteryKwh: 'Batteri',
  } satisfies ByLimit<string>,
  limitLabels: {
    minHorsepower: 'Mindst antal hestekræfter',
    maxRunningDkk: 'Højeste afgift og energi om måneden',
    minRangeKm: 'Mindste elektriske rækkevidde',
    minBatteryKwh: 'Mindste batteri',
  } satisfies ByLimit<string>,
  limitSteps: {
    minHorsepower: panelWords.limits.minHorsepower,
    maxRunningDkk: (dkk: number) => `op til ${kroner(dkk)}`,
    minRangeKm: (km: number) => `mindst ${km} km`,
    minBatteryKwh: (kwh: number) => `mindst ${kwh} kWh`,
  } satisfies ByLimit<(value: number) => string>,
  limitHints: {
    maxRunningDkk: `Ved ${groupThousands(usualKmPerYear)} km om året og gennemsnitspriser på brændstof og strøm. Værditab, forsikring og værksted kommer oveni.`,
    minRangeKm:
      'Det, annoncen siger, eller variantens længste som ny (WLTP). Biler med ukendt rækkevidde er ikke med.',
    minBatteryKwh: 'Det, annoncen siger, eller variantens som ny. Biler med ukendt batteri er ikke med.',
  } satisfies Partial<ByLimit<string>>,
  avoid: 'Ord at undgå',
  avoidExample: 'Et ord, f.eks. skadet',
  addWord: 'Tilføj',
  dropWord: (word: string) => `Udelad ikke ”${word}”`,
  wordsFull: 'Der er ikke plads til flere ord.',
  avoidHint: 'Skjuler biler, der har et af ordene i titlen eller et sted i beskrivelsen.',
  priceChange: 'Prisfald',
  days: 'Dage til salg',
  more: 'Flere filtre',
  fewer: 'Færre filtre',
  inspection: 'Syn',
};

/** Texts of an empty list. */
export const empty = {
  emptyFiltered: 'Ingen biler passer til filtrene',
  emptyFilteredText: 'Fjern et filter, eller gør det bredere.',
  dropFilter: (name: string, total: number) => `Uden filteret ${name}: ${count(total, 'bil', 'biler')}`,
  withoutFilters: (filters: number, total: number) =>
    `Uden de ${filters} filtre: ${count(total, 'bil', 'biler')}`,
  didYouMean: (search: string, total: number, dropsFilters: boolean) =>
    `Mente du ”${search}”? ${dropsFilters ? 'Uden filtre: ' : ''}${count(total, 'bil', 'biler')}`,
  emptyAll: 'Ingen biler endnu',
  emptyAllText: 'Indsæt en søgning fra Marketplace ovenfor, så står bilerne her, så snart de er læst.',
  emptyDiscovered: 'Ingen fund endnu',
  emptyDiscoveredText: 'Biler fra dine egne importer samles her. Indsæt en søgning fra Marketplace ovenfor.',
  emptyOffText:
    'Tryk på Bilfund-knappen på en søgning, du har åben, eller lad browserudvidelsen vurdere det, du ser på.',
  toButton: 'Bilfund-knappen',
  toExtension: 'Browserudvidelsen',
  toCheck: 'Vurdér én bil',
  emptyStarred: 'Ingen gemte biler endnu',
  emptyStarredText: 'Tryk på stjernen på en bil for at gemme den her.',
  emptyList: 'Ingen biler på listen endnu',
  emptyListText: 'Åbn menuen på en bil, og vælg ”Føj til liste”.',
  emptyHidden: 'Ingen skjulte biler',
  emptyHiddenText:
    'Vælg ”Ikke denne bil” i bilens menu: Så vises den ikke længere på nogen liste, og du får ingen besked om den.',
  emptyImport: 'Ingen biler fra denne import endnu',
  emptyImportText: 'De står her, så snart de er læst.',
  endedImport: 'Importen har ingen biler at vise',
  endedImportText:
    'Søgningen var tom, eller annoncerne var solgt, fjernet eller ikke for biler. Se Historik for detaljer.',
  endedImportLocked:
    'Søgningen var tom, annoncerne var solgt, fjernet eller ikke for biler, eller også er de kup, som er en del af Premium. Se Historik for detaljer.',
  browseAll: 'Se alle biler',
};

/** The number of findings on a card. */
export const toCheck = {
  more: (others: number) => `${others} mere at undersøge`,
  some: (all: number, important: number) =>
    `${all} ting at undersøge${important > 0 ? `, ${count(important, 'vigtig', 'vigtige')}` : ''}`,
  important: (all: number) => `${count(all, 'vigtig', 'vigtige')} ting at undersøge`,
};
