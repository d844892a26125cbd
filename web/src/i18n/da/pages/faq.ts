import { limits, planNames, prices } from '#core/payments/plan.ts';
import { formatEuro } from '../../format.ts';
import type { FaqText } from '../../pages/page-text.ts';

const inEuro = (product: keyof typeof prices) => formatEuro(prices[product], 'da');
const named = planNames.da;

export const faq: FaqText = {
  title: 'Spørgsmål og svar',
  lead: 'Korte svar på det, folk spørger om først.',
  categories: [
    {
      heading: 'Kom i gang',
      questions: [
        {
          question: 'Hvad gør Bilfund?',
          answer:
            'Bilfund læser bilerne bag en søgning på Marketplace, slår dem op, når nummerpladen kan ses på billederne, og viser, hvor langt prisen er fra det, lignende biler koster.',
        },
        {
          question: 'Hvad skal jeg bruge?',
          answer:
            'En konto med e-mail og adgangskode og et link til en søgning. Du skal ikke bruge et betalingskort.',
        },
        {
          question: 'Kan jeg se mig om uden en konto?',
          answer:
            'Du kan søge i de nyeste biler, vurdere et par biler om dagen på nummerpladen og læse denne side og guiden. Hele listen og importer kræver en konto.',
        },
      ],
    },
    {
      heading: 'Import af biler',
      questions: [
        {
          question: 'Hvilke links virker?',
          answer:
            'Søgninger efter køretøjer på Facebook Marketplace og sider med en enkelt bil, og det samme på DBA, hvis Bilfund må læse med dér. Adressen skal indeholde en søgning, ikke kun en by eller alle biler, og den må gerne stå i en sætning. Grupper og favoritlister kan ikke importeres. Biler fra Bilbasen henter du med Bilfund-knappen.',
        },
        {
          question: 'Hvorfor blev min import afvist?',
          answer:
            'Marketplace viser ikke altid sine sider til besøgende, der ikke er logget ind, og vilkårene dér forbyder automatisk indsamling. Vi forsøger aldrig at komme forbi et login eller et sikkerhedstjek. Du får at vide, hvad det var, og importen tæller ikke med.',
        },
        {
          question: 'Hvad er en gemt side?',
          answer:
            'En søgeside, du har gemt fra din egen browser. Slip filen under ”Flere måder” ved linkfeltet. De biler vises kun til dig. En annonce kommer først med i det fælles katalog, når en anden uafhængigt af dig har sendt den samme.',
        },
        {
          question: 'Hvor kommer oplysningerne fra?',
          answer:
            'Fra annoncen, fra nummerpladen, som den læses på billederne, og fra motorregistret. Er de uenige, står det på bilens side.',
        },
      ],
    },
    {
      heading: 'Planer og priser',
      questions: [
        {
          question: 'Hvad får jeg gratis?',
          answer: `${limits.freeScrapesPerMonth} importer om måneden, og du ser, hvilke biler der har en fair pris, og hvilke der er dyre. Kup og markedsværdier er en del af Premium.`,
        },
        {
          question: 'Hvad koster Premium?',
          answer: `${named.premium_monthly} koster ${inEuro('premium_monthly')} om måneden, ${named.premium_quarterly} ${inEuro('premium_quarterly')}. ${named.lifetime} koster ${inEuro('lifetime')} én gang og ${named.deal_finder_boost} ${inEuro('deal_finder_boost')} én gang. Priserne er med moms.`,
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
            'Ja, når som helst. En betalt plan gælder til slutningen af den periode, du har betalt for, og fornyes ikke derefter.',
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
          question: 'Jeg har ikke fået nogen bekræftelsesmail.',
          answer:
            'Kig i spam-mappen. På siden, hvor du logger ind, kan du under ”Jeg har fået en kode” få sendt en ny.',
        },
        {
          question: 'Et billede eller en nummerplade er forkert.',
          answer:
            'Du kan selv skrive den rigtige plade på bilens side under ”Køretøj”: så ser du registrets oplysninger. Er det et billede, så skriv til os under Support og forslag med linket til bilens side.',
        },
      ],
    },
    {
      heading: 'Det får du med Premium',
      questions: [
        {
          question: 'Hvad er et kup?',
          answer:
            'En bil, der koster klart mindre end markedet: under 87 % af markedsværdien og under den lave ende af intervallet, hvilket mindst fem lignende biler bekræfter.',
        },
        {
          question: 'Hvor sikker er markedsværdien?',
          answer:
            'Den er midten af det, lignende biler udbydes til, med et interval, der rummer cirka otte ud af ti. Er der for få lignende biler, viser vi den værdi, der følger med registrets oplysninger, og siger det, eller også ingen frem for et gæt. Udbudspriser er ikke salgspriser.',
        },
        {
          question: 'Hvorfor er nogle biler slørede?',
          answer: 'Det er kup, som vises med Premium. Billedet er en tegning og det samme for dem alle.',
        },
      ],
    },
  ],
};
