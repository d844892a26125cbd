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
  exampleLabel: 'Et eksempel, tegnet til denne side',
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
  demoTitle: 'Prøv med demomarkedspladsen',
  demoText:
    'Bilfund har sin egen demomarkedsplads. Bilerne er opfundet; alt andet fungerer som i virkeligheden.',
  demoOpen: 'Åbn demomarkedspladsen',
  demoUse: 'Brug dette link',
  welcomeTitle: 'Velkommen til Bilfund',
  welcomeText: 'Log ind for at gennemse, filtrere og gemme biler og for at importere dine egne søgninger.',
  openCars: 'Nogle af bilerne',
};
