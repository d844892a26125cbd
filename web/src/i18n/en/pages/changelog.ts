import type { PageText } from '../../pages/page-text.ts';

export const changelog: PageText = {
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
};
