import type { PageText } from '../../pages/page-text.ts';

export const future: PageText = {
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
};
