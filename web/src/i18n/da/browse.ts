import { count } from '../format.ts';

export const compare = {
  nothingFound: 'Intet fundet, hvor vi spurgte',
  tray: 'Biler at sammenligne',
  chosen: (total: number) => count(total, 'bil at sammenligne', 'biler at sammenligne'),
  oneMore: 'Vælg én bil mere at sammenligne med.',
  open: (total: number) => `Sammenlign ${count(total, 'bil', 'biler')}`,
  takeOut: (title: string) => `Fjern ${title} fra sammenligningen`,
  clear: 'Ryd',
  cleared: 'Sammenligningen er ryddet',
  title: 'Sammenlign biler',
  onlyDifferences: 'Kun forskellene',
  fact: 'Oplysning',
  gap: 'I forhold til markedet',
  cost: 'Koster om måneden',
  atLeast: (amount: string) => `mindst ${amount}`,
  drop: 'Sidste prisfald',
  dropOn: (amount: string, date: string) => `${amount} ${date}`,
  distance: 'Afstand',
  differIn: (facts: string) => `Bilerne er forskellige i: ${facts}`,
  best: 'bedst',
  missing: 'Bilen kan ikke vises længere.',
  noDifferences: 'Bilerne er ens i alt, hvad vi ved om dem.',
};

export const keys = {
  title: 'Tastatur',
  search: 'Søg',
  next: 'Næste bil',
  previous: 'Forrige bil',
  star: 'Gem bilen, eller fjern den fra gemte',
  enter: 'Åbn bilen',
  list: 'Føj bilen til en liste',
  compare: 'Sammenlign bilen',
  help: 'Vis denne hjælp',
  photos: 'Forrige eller næste foto (fuld skærm)',
  escape: 'Luk det, der er åbent',
};
