import { limits, prices } from '#core/plan/plans.ts';
import { formatEuro } from '../format.ts';
import type { InBothLanguages } from './page-text.ts';

const inEnglish = (product: keyof typeof prices) => formatEuro(prices[product], 'en');
const inDanish = (product: keyof typeof prices) => formatEuro(prices[product], 'da');

export type FaqText = {
  title: string;
  lead: string;
  categories: { heading: string; questions: { question: string; answer: string }[] }[];
};

const en: FaqText = {
  title: 'FAQ',
  lead: 'Short answers to what people ask first.',
  categories: [
    {
      heading: 'Getting started',
      questions: [
        {
          question: 'What does Bilfund do?',
          answer:
            'It reads the cars behind a Marketplace search, looks each one up by its number plate and shows how far its price is from what similar cars ask.',
        },
        {
          question: 'What do I need?',
          answer: 'An account with an e-mail and a password, and a link to a search. No card.',
        },
        {
          question: 'Can I look around without an account?',
          answer:
            'You can see what the product does, a few open cars, this page and the guide. The list and imports need an account.',
        },
      ],
    },
    {
      heading: 'Scraping data',
      questions: [
        {
          question: 'Which links work?',
          answer:
            'Searches for vehicles on Facebook Marketplace and pages of single cars. The address must begin with https:// and hold a search, not only a city.',
        },
        {
          question: 'Why was my import refused?',
          answer:
            'Marketplace does not always show its pages to visitors that are not logged in, and its terms forbid automated collection. We never try to get past a login or a security check. You are told which of these it was, and the import is not counted.',
        },
        {
          question: 'What is a saved page?',
          answer:
            'A search page you saved from your own browser. Drop the file below the link field. Those cars are shown to you alone and do not enter the shared catalog.',
        },
        {
          question: 'Where do the facts come from?',
          answer:
            'From the ad, from the number plate as read in the photos, and from the vehicle register. Where they disagree, the car’s page says so.',
        },
      ],
    },
    {
      heading: 'Subscriptions and pricing',
      questions: [
        {
          question: 'What does the free plan include?',
          answer: `${limits.freeScrapesPerMonth} imports a calendar month and the ratings of fair and poor cars. Amazing deals and market values are part of Premium.`,
        },
        {
          question: 'What does Premium cost?',
          answer: `${inEnglish('premium_monthly')} a month, ${inEnglish('premium_quarterly')} for three months, or ${inEnglish('lifetime')} once for a lifetime. A boost gives ${limits.boostDays} days of Premium for ${inEnglish('deal_finder_boost')}. Prices include VAT.`,
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
            'Reading plates and asking the register takes a few seconds per car. An import that really is stuck is ended by itself after a while and not counted.',
        },
        {
          question: 'I have received no confirmation e-mail.',
          answer: 'Look in the spam folder. On the log-in page, “Enter a code” lets you have a new one sent.',
        },
        {
          question: 'A photo or a plate is wrong.',
          answer: 'Tell us through Support & Feedback, with the link of the car’s page.',
        },
      ],
    },
    {
      heading: 'Premium features',
      questions: [
        {
          question: 'What is an amazing deal?',
          answer:
            'A car that asks clearly less than the market: less than 87 % of its market value and less than the low end of its range.',
        },
        {
          question: 'How sure is the market value?',
          answer:
            'It is the middle of what similar cars ask, with a range that holds about eight of ten. With too few similar cars there is no estimate rather than a guess. Asking prices are not sale prices.',
        },
        {
          question: 'Why are some cars blurred?',
          answer:
            'They are amazing deals, which Premium shows. The picture is a drawing; the car’s details have not left our server.',
        },
      ],
    },
  ],
};

const da: FaqText = {
  title: 'Spørgsmål og svar',
  lead: 'Korte svar på det, folk spørger om først.',
  categories: [
    {
      heading: 'Kom i gang',
      questions: [
        {
          question: 'Hvad gør Bilfund?',
          answer:
            'Bilfund læser bilerne bag en søgning på Marketplace, slår hver enkelt op på nummerpladen og viser, hvor langt prisen er fra det, lignende biler koster.',
        },
        {
          question: 'Hvad skal jeg bruge?',
          answer: 'En konto med e-mail og adgangskode og et link til en søgning. Intet kort.',
        },
        {
          question: 'Kan jeg se mig om uden en konto?',
          answer:
            'Du kan se, hvad produktet gør, nogle af bilerne, denne side og guiden. Listen og importer kræver en konto.',
        },
      ],
    },
    {
      heading: 'Hentning af biler',
      questions: [
        {
          question: 'Hvilke links virker?',
          answer:
            'Søgninger efter køretøjer på Facebook Marketplace og sider med en enkelt bil. Adressen skal begynde med https:// og indeholde en søgning, ikke kun en by.',
        },
        {
          question: 'Hvorfor blev min import afvist?',
          answer:
            'Marketplace viser ikke altid sine sider til besøgende, der ikke er logget ind, og vilkårene dér forbyder automatisk indsamling. Vi forsøger aldrig at komme forbi et login eller et sikkerhedstjek. Du får at vide, hvad det var, og importen tæller ikke med.',
        },
        {
          question: 'Hvad er en gemt side?',
          answer:
            'En søgeside, du har gemt fra din egen browser. Slip filen under linkfeltet. De biler vises kun til dig og kommer ikke med i det fælles katalog.',
        },
        {
          question: 'Hvor kommer oplysningerne fra?',
          answer:
            'Fra annoncen, fra nummerpladen, som den læses på billederne, og fra motorregistret. Er de uenige, står det på bilens side.',
        },
      ],
    },
    {
      heading: 'Abonnement og priser',
      questions: [
        {
          question: 'Hvad er der med i gratis?',
          answer: `${limits.freeScrapesPerMonth} importer pr. kalendermåned og vurderingen af biler til fair pris og dyre biler. Kup og markedsværdier er en del af Premium.`,
        },
        {
          question: 'Hvad koster Premium?',
          answer: `${inDanish('premium_monthly')} om måneden, ${inDanish('premium_quarterly')} for tre måneder eller ${inDanish('lifetime')} én gang for livet. Et boost giver ${limits.boostDays} dage med Premium for ${inDanish('deal_finder_boost')}. Priserne er med moms.`,
        },
      ],
    },
    {
      heading: 'Betaling',
      questions: [
        {
          question: 'Hvordan betaler jeg?',
          answer: 'Med kort på betalingssiden hos vores betalingsudbyder Stripe. Vi ser aldrig dit kort.',
        },
        {
          question: 'Kan jeg opsige?',
          answer:
            'Ja, når som helst. Et betalt abonnement gælder til slutningen af den periode, du har betalt for, og fornyes ikke derefter.',
        },
        {
          question: 'Kan jeg få pengene tilbage?',
          answer: 'Skriv til support. Det afgøres fra gang til gang.',
        },
      ],
    },
    {
      heading: 'Tekniske problemer',
      questions: [
        {
          question: 'Importen tager lang tid. Sidder den fast?',
          answer:
            'Det tager nogle sekunder pr. bil at læse nummerplader og spørge registret. En import, der virkelig sidder fast, afsluttes af sig selv efter noget tid og tæller ikke med.',
        },
        {
          question: 'Jeg har ikke fået nogen bekræftelse på e-mail.',
          answer:
            'Kig i spam-mappen. På siden, hvor du logger ind, kan du under “Skriv en kode” få sendt en ny.',
        },
        {
          question: 'Et billede eller en nummerplade er forkert.',
          answer: 'Skriv til os under Support og forslag med linket til bilens side.',
        },
      ],
    },
    {
      heading: 'Det får du med Premium',
      questions: [
        {
          question: 'Hvad er et kup?',
          answer:
            'En bil, der koster klart mindre end markedet: under 87 % af markedsværdien og under den lave ende af spændet.',
        },
        {
          question: 'Hvor sikker er markedsværdien?',
          answer:
            'Den er midten af det, lignende biler udbydes til, med et spænd, der rummer cirka otte ud af ti. Er der for få lignende biler, giver vi ingen vurdering frem for et gæt. Udbudspriser er ikke salgspriser.',
        },
        {
          question: 'Hvorfor er nogle biler slørede?',
          answer:
            'Det er kup, som vises med Premium. Billedet er en tegning; bilens oplysninger har ikke forladt vores server.',
        },
      ],
    },
  ],
};

export const faq: InBothLanguages<FaqText> = { en, da };
