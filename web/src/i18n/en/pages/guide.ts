import { limits } from '#core/payments/plan.ts';
import type { PageText } from '../../pages/page-text.ts';

export const guide: PageText = {
  title: 'Guide',
  lead: 'From a Marketplace search to a price you can bargain with, in six steps.',
  sections: [
    {
      heading: '1. Search on Marketplace',
      paragraphs: [
        'Open Facebook Marketplace (or DBA, if Bilfund may read it here), choose the place and search for the car you want. Use its own filters for price, year and mileage: the narrower the search, the sooner the cars are here.',
        'Copy the address of the search from your browser’s address bar.',
      ],
    },
    {
      heading: '2. Paste the link',
      paragraphs: [
        'Paste it into the field at the top of the list and press “Import cars”. A single car’s link works too.',
        'A line above the list shows how far it is: reading the listings, reading the number plates in the photos, asking the vehicle register, rating. The ads are listed as soon as they are read and rated one by one; you do not have to wait for the last.',
      ],
    },
    {
      heading: '3. If Marketplace refuses',
      paragraphs: [
        'Marketplace does not always show its searches to visitors. When it refuses, we say so, and the import does not count against your month.',
        'Then search in your own browser and press the Bilfund button: a bookmark that hands over the cars you see, on DBA and Bilbasen too. “More ways” beside the link field leads to it. Or save the page as “HTML only” and drop the file there. Cars from your own pages are shown to you alone.',
        'On a phone, share the search or the ad with Bilfund: on Android with the installed app, on an iPhone with a Shortcut, whose steps stand below the button’s page.',
      ],
    },
    {
      heading: '4. Read the price line',
      paragraphs: [
        'The horizontal rule is the market for cars like this one. The band goes from the low to the high price, the upright tick is the market value, and the mark is what this seller asks. The coloured part between is the gap.',
        '“Amazing” is priced clearly below the market value, “Poor” clearly above it, and “Fair” is neither, or looks cheap while too little is known to call it amazing. With “No estimate” we could not tell; the car’s page says why.',
      ],
    },
    {
      heading: '5. Look at the car’s page',
      paragraphs: [
        '“Why this rating” gives the reason, and with Premium the cars it was compared with. “Before you buy” lists what the register and the ad warn of, where they disagree, and what to ask the seller about it.',
        `Star a car to find it again under Saved. Cars from your imports are under Imports, in My Discoveries: the newest ${limits.discoveries} of your imports and as many of your automated searches, for a year. What you star or put into a list stays.`,
      ],
    },
    {
      heading: '6. Call the seller',
      paragraphs: [
        '“Open on …” leads to the ad; a car that is for sale in two places has a link to both. Remember that we compare asking prices: what cars are sold for is often a little lower.',
      ],
    },
  ],
};
