import { limits, planNames, prices } from '#core/payments/plan.ts';
import { formatEuro } from '../../format.ts';
import type { FaqText } from '../../pages/page-text.ts';

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
