import type { PageText } from '../../pages/page-text.ts';

export const future: PageText = {
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
};
