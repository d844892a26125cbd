import type { InBothLanguages, PageText } from './page-text.ts';

export const future: InBothLanguages<PageText> = {
  en: {
    title: 'Future Updates',
    lead: 'What we work on next. No dates: it comes when it is good.',
    sections: [
      {
        heading: 'Integrated filters',
        paragraphs: [
          'Choose make, model, year and price here, and Bilfund builds the Marketplace search for you. No more copying of links.',
        ],
      },
      {
        heading: 'Two other Danish marketplaces',
        paragraphs: [
          'The same scale for cars from two more places where Danes sell cars, so that one list is enough.',
        ],
      },
      {
        heading: 'Mobile apps',
        paragraphs: [
          'Bilfund for iPhone and Android, with a share button that takes a search straight from Marketplace.',
        ],
      },
      {
        heading: 'International support',
        paragraphs: ['Other countries, each with its own register, currency and market.'],
      },
    ],
  },
  da: {
    title: 'På vej',
    lead: 'Det arbejder vi på nu. Ingen datoer: Det kommer, når det er godt.',
    sections: [
      {
        heading: 'Indbyggede filtre',
        paragraphs: [
          'Vælg mærke, model, årgang og pris her, så bygger Bilfund søgningen på Marketplace for dig. Slut med at kopiere links.',
        ],
      },
      {
        heading: 'To andre danske markedspladser',
        paragraphs: [
          'Samme målestok for biler fra to steder mere, hvor danskere sælger biler, så én liste er nok.',
        ],
      },
      {
        heading: 'Apps til mobilen',
        paragraphs: [
          'Bilfund til iPhone og Android med en deleknap, der tager en søgning direkte fra Marketplace.',
        ],
      },
      {
        heading: 'Flere lande',
        paragraphs: ['Andre lande, hvert med sit eget register, sin egen valuta og sit eget marked.'],
      },
    ],
  },
};
