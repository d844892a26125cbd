import type { InBothLanguages, PageText } from './page-text.ts';

export const changelog: InBothLanguages<PageText> = {
  en: {
    title: 'Changelog',
    lead: 'What changed, newest first.',
    sections: [
      {
        heading: 'Version 1.0, 17 October 2025',
        paragraphs: [
          'Import of Marketplace searches and single cars, with cars appearing one by one.',
          'Import of pages saved from your own browser.',
          'Number plates read from photos, and the vehicle register’s facts on every car whose plate was found.',
          'Ratings against the market with a price line, the reason in words, and the cars it was compared with.',
          'Contradictions between ad and register, with what to ask the seller.',
          'Filters, stars, discoveries, history. English and Danish, light and dark.',
        ],
      },
    ],
  },
  da: {
    title: 'Ændringer',
    lead: 'Hvad der er ændret, nyeste først.',
    sections: [
      {
        heading: 'Version 1.0, 17. oktober 2025',
        paragraphs: [
          'Import af søgninger og enkelte biler fra Marketplace, hvor bilerne dukker op én for én.',
          'Import af sider gemt fra din egen browser.',
          'Nummerplader læst på billederne og motorregistrets oplysninger om hver bil, hvis plade blev fundet.',
          'Vurdering efter markedet med en prislinje, grunden i ord og de biler, den er sammenlignet med.',
          'Modsigelser mellem annonce og register, og hvad du skal spørge sælgeren om.',
          'Filtre, gemte biler, fund, historik. Engelsk og dansk, lyst og mørkt.',
        ],
      },
    ],
  },
};
