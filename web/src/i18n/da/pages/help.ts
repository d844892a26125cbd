import { limits, planNames, prices } from '#core/payments/plan.ts';
import { formatEuro } from '../../format.ts';
import type { FaqText, PageText, SupportText } from '../../pages/page-text.ts';
import { plannedSections } from '../../pages/releases.ts';

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

export const guide: PageText = {
  title: 'Guide',
  lead: 'Fra en søgning på Marketplace til en pris, du kan forhandle ud fra, i seks trin.',
  sections: [
    {
      heading: '1. Søg på Marketplace',
      paragraphs: [
        'Åbn Facebook Marketplace (eller DBA, hvis Bilfund må læse med dér), vælg sted, og søg efter den bil, du vil have. Brug dets egne filtre for pris, årgang og kilometer: Jo smallere søgning, jo hurtigere er bilerne her.',
        'Kopiér søgningens adresse fra browserens adresselinje.',
      ],
    },
    {
      heading: '2. Indsæt linket',
      paragraphs: [
        'Indsæt det i feltet øverst på listen, og tryk ”Importér biler”. Et link til en enkelt bil virker også.',
        'En linje over listen viser, hvor langt den er: læser annoncerne, læser nummerpladerne på billederne, spørger motorregistret, vurderer. Annoncerne står på listen, så snart de er læst, og vurderes én for én; du behøver ikke vente på den sidste.',
      ],
    },
    {
      heading: '3. Hvis Marketplace siger nej',
      paragraphs: [
        'Marketplace viser ikke altid sine søgninger til besøgende. Når det siger nej, får du det at vide, og importen tæller ikke med i din måned.',
        'Søg så i din egen browser, og tryk på Bilfund-knappen: et bogmærke, der giver os de biler, du ser, også på DBA og Bilbasen. ”Flere måder” ved linkfeltet fører til den. Eller gem siden som ”Kun HTML”, og slip filen dér. Biler fra dine egne sider vises kun til dig.',
        'På en telefon kan du dele søgningen eller annoncen med Bilfund: på Android med den installerede app, på iPhone med en genvej, hvis trin står nederst på siden om knappen.',
      ],
    },
    {
      heading: '4. Læs prislinjen',
      paragraphs: [
        'Den vandrette linje er markedet for tilsvarende biler. Båndet går fra den lave til den høje pris, den lodrette streg er markedsværdien, og mærket er det, sælgeren vil have. Det farvede stykke imellem er forskellen.',
        '”Kup” koster klart mindre end markedsværdien, ”Dyr” klart mere, og ”Fair pris” er hverken det ene eller det andet, eller ser billig ud, men vi ved for lidt til at kalde den et kup. Er den ”Ikke vurderet”, siger bilens side hvorfor.',
      ],
    },
    {
      heading: '5. Se bilens side',
      paragraphs: [
        '”Derfor vurderer vi den sådan” giver grunden og med Premium de biler, den er sammenlignet med. ”Før du køber” viser, hvad registret og annoncen advarer om, hvor de ikke er enige, og hvad du skal spørge sælgeren om.',
        `Sæt stjerne ved en bil, så finder du den igen under Gemt. Biler fra dine importer ligger under Mine importer, i Mine fund: de nyeste ${limits.discoveries} fra dine importer og lige så mange fra dine automatiske søgninger, i et år. Det, du gemmer eller lægger på en liste, bliver.`,
      ],
    },
    {
      heading: '6. Ring til sælgeren',
      paragraphs: [
        '”Åbn på …” fører til annoncen; er bilen til salg to steder, er der et link til begge. Husk, at vi sammenligner udbudspriser: Det, biler sælges for, er ofte lidt lavere.',
      ],
    },
  ],
};

export const future: PageText = {
  title: 'På vej',
  lead: 'Det arbejder vi på nu. Ingen datoer: Det kommer, når det er godt.',
  sections: plannedSections('da'),
};

export const support: SupportText = {
  title: 'Support og forslag',
  lead: 'Det, du skriver, går som e-mail til dem, der driver webstedet.',
  readGuide: 'Læs guiden',
  readFaq: 'Se spørgsmål og svar',
  email: 'Din e-mail',
  emailHint: 'Valgfrit, hvis svaret skal et andet sted hen',
  from: (email) => `Svar til: ${email}`,
  note: 'Knappen åbner dit eget mailprogram med det hele udfyldt.',
  noProgram: 'Åbnede der ikke et mailprogram? Send teksten til',
  copy: 'Kopiér teksten',
  copied: 'Kopieret',
  copyFailed: 'Teksten kunne ikke kopieres. Markér den, og kopiér den selv.',
  bug: {
    heading: 'Meld en fejl',
    lead: 'Hvad gjorde du, hvad skete der, og hvad havde du ventet?',
    description: 'Beskrivelse',
    placeholder: 'Jeg importerede en søgning efter … og så …',
    send: 'Send fejlmelding',
    subject: 'Bilfund: fejlmelding',
  },
  feature: {
    heading: 'Foreslå noget nyt',
    lead: 'Hvad ville gøre den næste bil lettere at finde?',
    description: 'Beskrivelse',
    placeholder: 'Jeg vil gerne kunne …',
    send: 'Send forslag',
    subject: 'Bilfund: forslag',
  },
};
