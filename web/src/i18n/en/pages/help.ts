import { limits, planNames, prices } from '#core/payments/plan.ts';
import { formatEuro } from '../../format.ts';
import type { FaqText, PageText, SupportText } from '../../pages/page-text.ts';
import { plannedSections } from '../../pages/releases.ts';

const inEuro = (product: keyof typeof prices) => formatEuro(prices[product], 'en');
const named = planNames.en;

export const faq: FaqText = {
  title: 'FAQ',
  lead: 'Short answers to what people ask first.',
  categories: [
    {
      heading: 'Getting started',
      questions: [
        {
          question: 'What does Bilfund do?',
          answer:
            'It reads the cars behind a Marketplace search, looks each one up whose number plate the photos show, and tells how far its price is from those of similar cars.',
        },
        {
          question: 'What do I need?',
          answer: 'An account with an e-mail and a password, and a link to a search. You do not need a card.',
        },
        {
          question: 'Can I look around without an account?',
          answer:
            'You can search the newest open cars, value a few cars a day by their number plates, and read this page and the guide. The whole list and imports need an account.',
        },
      ],
    },
    {
      heading: 'Importing cars',
      questions: [
        {
          question: 'Which links work?',
          answer:
            'Searches for vehicles on Facebook Marketplace and pages of single cars, and the same on DBA if Bilfund may read it here. The address must hold a search, not only a city or all cars, and may stand within a sentence. Groups and favourites cannot be imported. What Bilbasen shows comes by the Bilfund button.',
        },
        {
          question: 'Why was my import refused?',
          answer:
            'Marketplace does not always show its pages to visitors who are not logged in, and its terms forbid automated collection. We never try to get past a login or a security check. You are told what it was, and the import is not counted.',
        },
        {
          question: 'What is a saved page?',
          answer:
            'A search page you saved from your own browser. Drop the file under “More ways” beside the link field. Those cars are shown to you alone. An ad enters the shared catalog only when somebody else has sent the same one, independently of you.',
        },
        {
          question: 'Where do the facts come from?',
          answer:
            'From the ad, from the number plate as read in the photos, and from the vehicle register. Where they disagree, the car’s page says so.',
        },
      ],
    },
    {
      heading: 'Plans and prices',
      questions: [
        {
          question: 'What does the free plan include?',
          answer: `${limits.freeScrapesPerMonth} imports a calendar month and the ratings of fair and poor cars. Amazing deals and market values are part of Premium.`,
        },
        {
          question: 'What does Premium cost?',
          answer: `${named.premium_monthly} is ${inEuro('premium_monthly')} a month, ${named.premium_quarterly} ${inEuro('premium_quarterly')}. ${named.lifetime} is ${inEuro('lifetime')} once, and ${named.deal_finder_boost} ${inEuro('deal_finder_boost')} once. Prices include VAT.`,
        },
      ],
    },
    {
      heading: 'Billing and payments',
      questions: [
        {
          question: 'How can I pay?',
          answer: 'By card, on the checkout page of our payment provider Stripe. We never see your card.',
        },
        {
          question: 'Can I cancel?',
          answer:
            'Yes, at any time. A paid plan stays active to the end of the period you have paid for and is not renewed after that.',
        },
        {
          question: 'Do I get money back?',
          answer: 'Write to support. Refunds are decided case by case.',
        },
      ],
    },
    {
      heading: 'Technical issues',
      questions: [
        {
          question: 'The import takes long. Is it stuck?',
          answer:
            'Reading plates and asking the register takes a few seconds per car. An import that really is stuck ends by itself after a while and is not counted.',
        },
        {
          question: 'I have received no confirmation e-mail.',
          answer:
            'Look in the spam folder. On the log-in page, “I have a code” lets you have a new one sent.',
        },
        {
          question: 'A photo or a plate is wrong.',
          answer:
            'You can type the right plate on the car’s page, below “Vehicle Information”: the register’s facts are then shown to you. For a photo tell us through Support & Feedback, with the link to the car’s page.',
        },
      ],
    },
    {
      heading: 'Premium features',
      questions: [
        {
          question: 'What is an amazing deal?',
          answer:
            'A car that is priced clearly below the market: under 87 % of its market value and below the low end of its range, borne out by at least five similar cars.',
        },
        {
          question: 'How sure is the market value?',
          answer:
            'It is the middle price of similar cars, with a range that holds about eight in ten. With too few similar cars we show the value that comes with the register’s data, and say so, or give none rather than a guess. Asking prices are not sale prices.',
        },
        {
          question: 'Why are some cars blurred?',
          answer:
            'They are amazing deals, which Premium shows. The picture is a drawing, the same for all of them.',
        },
      ],
    },
  ],
};

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

export const future: PageText = {
  title: 'Future Updates',
  lead: 'What we work on next. No dates: it comes when it is good.',
  sections: plannedSections('en'),
};

export const support: SupportText = {
  title: 'Support & Feedback',
  lead: 'What you write goes by e-mail to those who run this site.',
  readGuide: 'Read the guide',
  readFaq: 'Look in the FAQ',
  email: 'Your e-mail',
  emailHint: 'Optional, if the answer should go somewhere else',
  from: (email) => `Answer to: ${email}`,
  note: 'The button opens your own mail program with everything filled in.',
  noProgram: 'Did no mail program open? Send this text to',
  copy: 'Copy the text',
  copied: 'Copied',
  copyFailed: 'The text could not be copied. Select it and copy it yourself.',
  bug: {
    heading: 'Report a bug',
    lead: 'What did you do, what happened, and what had you expected?',
    description: 'Description',
    placeholder: 'I imported a search for … and then …',
    send: 'Send bug report',
    subject: 'Bilfund: bug report',
  },
  feature: {
    heading: 'Request a feature',
    lead: 'What would make the next car easier to find?',
    description: 'Description',
    placeholder: 'I would like to …',
    send: 'Send feature request',
    subject: 'Bilfund: feature request',
  },
};
