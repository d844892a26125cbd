import { count } from '../format.ts';

export const home = {
  title: 'Se, hvad bilen er værd, før du ringer.',
  lead: 'Indsæt en søgning fra Marketplace. Bilfund læser hver annonce, slår bilen op, hvor et billede viser nummerpladen, og viser i kroner, hvor langt prisen er fra markedet.',
  linkLabel: 'Link til en søgning på Marketplace',
  linkPlaceholder: 'Indsæt et link fra Marketplace',
  rate: 'Vurdér bilerne',
  linkMissing: 'Indsæt først et link til en søgning på Marketplace.',
  signInFirst: 'Log ind for at importere bilerne',
  note: 'Gratis at komme i gang, uden kortoplysninger. Bilfund-knappen importerer også biler, som Marketplace kun viser til dem, der er logget ind.',
  exampleLabel: 'En bil fra importen længere nede',
  exampleNote:
    'Fra den optagne import længere nede. Bilen er opfundet; vurderingen er beregnet som for enhver anden bil.',
  dearer: (dearer: number, all: number) =>
    dearer === all
      ? `Alle ${count(all, 'lignende bil', 'lignende biler')} er dyrere`
      : `${dearer} af ${count(all, 'lignende bil', 'lignende biler')} er dyrere`,
  similarCar: 'Lignende bil: årgang, kilometer, udbudspris',
  convertedPrice: 'Omregnet til denne bils årgang, kilometer og øvrige oplysninger',
  wrongTitle: 'Hvor tit vi tager fejl',
  halfWithin: (percent: string) => `Halvdelen af vores værdier ligger inden for ${percent} af udbudsprisen.`,
  measured: (cars: string, coverage: string) =>
    `Hver af ${cars} biler blev vurderet ud fra alle de andre, og ${coverage} af dem var prissat inden for deres interval.`,
  howWeRate: 'Sådan vurderer vi, og her er vi mest usikre',
  readTitle: 'Det læser vi',
  readAd: 'Annoncen: pris, årgang, kilometer, version, udstyr og hvad sælgeren skriver.',
  readPlate: 'Nummerpladen, når den kan ses på et billede.',
  readRegister: 'Motorregistret, når pladen er kendt: variant, afgift, syn og kilometerstanden ved syn.',
  readPrices: 'Udbudspriserne på lignende biler.',
  unseenTitle: 'Det ser vi ikke',
  unseenCondition: 'Bilens stand: Ingen af os har set eller kørt den.',
  unseenSales: 'Hvad biler blev solgt for: Vi sammenligner udbudspriser.',
  unseenAds:
    'Annoncer, som en markedsplads kun viser efter login, medmindre du giver os dem med Bilfund-knappen.',
  unseenTruth: 'Om sælgeren taler sandt. Vi siger, hvor annonce og register ikke stemmer overens.',
  askingPrice: 'udbudspris',
  marketValue: 'markedsværdi',
  belowMarket: 'under markedet',
  scaleTitle: 'Samme målestok for hver bil',
  browse: (total: number) => `Se nogle af ${count(total, 'bil', 'biler')}`,
  howTitle: 'Sådan virker det',
  pasteTitle: 'Indsæt en søgning',
  pasteText:
    'Kopiér linket fra den søgning, du bruger i forvejen. Annoncerne står på listen, så snart de er læst, og vurderes én for én.',
  lookUpTitle: 'Vi slår bilen op',
  lookUpText: 'Kan pladen ses på et billede, læser vi den. Den giver os variant, udstyr, afgift og syn.',
  gapTitle: 'Du ser forskellen',
  gapText:
    'Du ser, hvordan prisen er i forhold til lignende bilers, og med Premium også forskellen i kroner.',
  watchTitle: 'Se en import fra start til slut',
  watchText:
    'En eksempelsøgning, optaget mens den kørte: Bilerne dukker op, bliver slået op og får deres vurdering.',
  watch: 'Se en import',
  watchFailed: 'Optagelsen kunne ikke hentes.',
  costTitle: 'Hvad det koster',
  costLead:
    'Opsig når som helst. Med Premium ser du alle kup, og hvad hver bil er værd. Priserne er med moms.',
  demoTry: 'Intet link ved hånden? Prøv',
  demoOpen: 'Åbn demomarkedspladsen',
  welcomeTitle: 'Velkommen til Bilfund',
  welcomeText: 'Log ind for at gennemse, filtrere og gemme biler og for at importere dine egne søgninger.',
  firstCars: (shown: number, total: number) =>
    total > shown ? `De nyeste ${shown} af ${count(total, 'bil', 'biler')}` : count(total, 'bil', 'biler'),
};
