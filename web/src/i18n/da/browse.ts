import { count } from '../format.ts';

export const compare = {
  tray: 'Biler at sammenligne',
  chosen: (total: number) => count(total, 'bil at sammenligne', 'biler at sammenligne'),
  oneMore: 'Vælg én bil mere at sammenligne med.',
  open: (total: number) => `Sammenlign ${count(total, 'bil', 'biler')}`,
  takeOut: (title: string) => `Tag ${title} ud af sammenligningen`,
  clear: 'Ryd',
  cleared: 'Sammenligningen er ryddet',
  title: 'Sammenlign biler',
  onlyDifferences: 'Kun forskellene',
  fact: 'Oplysning',
  gap: 'I forhold til markedet',
  differs: 'Her er de forskellige',
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
  photos: 'Bladr i fotos, når de er store',
  escape: 'Luk det, der er åbent',
};
