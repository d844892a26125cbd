import { linkWords, panelWords } from '#core/cars/search-words-da.ts';
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
  model: 'Model',
  allModels: (total: number) => `Alle ${total} modeller`,
  fewerModels: 'Færre modeller',
  source: 'Markedsplads',
  body: 'Karosseri',
  color: 'Farve',
  equipment: 'Udstyr',
  horsepower: 'Hestekræfter',
  minHorsepower: 'Færreste hestekræfter',
  priceChange: 'Prisfald',
  days: 'Dage til salg',
  more: 'Flere filtre',
  fewer: 'Færre filtre',
  inspection: 'Syn',
};

/** What a list without cars says. */
export const empty = {
  emptyFiltered: 'Ingen biler passer til filtrene',
  emptyFilteredText: 'Fjern et filter, eller gør det bredere.',
  dropFilter: (name: string, total: number) => `Uden “${name}”: ${count(total, 'bil', 'biler')}`,
  emptyAll: 'Ingen biler endnu',
  emptyAllText: 'Indsæt en søgning fra Marketplace ovenfor, så kommer de første biler inden for et minut.',
  emptyDiscovered: 'Ingen fund endnu',
  emptyDiscoveredText: 'Biler fra dine egne importer samles her. Indsæt en søgning fra Marketplace ovenfor.',
  emptyStarred: 'Ingen gemte biler endnu',
  emptyStarredText: 'Tryk på stjernen på en bil, så venter den på dig her.',
  emptyList: 'Ingen biler på listen endnu',
  emptyListText: 'Åbn menuen på en bil, og vælg “Føj til liste”.',
  emptyImport: 'Ingen biler fra denne import endnu',
  emptyImportText: 'De dukker op her én for én, mens vi læser dem.',
  endedImport: 'Importen har ingen biler at vise',
  endedImportText:
    'Søgningen havde ingen, eller det læste er solgt, taget ned eller ikke en bil til salg. Historik viser, hvad der blev læst.',
  endedImportLocked:
    'Søgningen havde ingen, eller det læste er solgt, taget ned eller ikke en bil til salg, eller også er det et kup, som Premium åbner for. Historik viser, hvad der blev læst.',
  browseAll: 'Se alle biler',
};

/** How much there is to look out for, on the card of a car. */
export const toCheck = {
  more: (others: number) => `${others} mere at undersøge`,
  some: (all: number, important: number) =>
    `${all} ting at undersøge${important > 0 ? `, ${count(important, 'vigtig', 'vigtige')}` : ''}`,
  important: (all: number) => `${count(all, 'vigtig', 'vigtige')} ting at undersøge`,
};
