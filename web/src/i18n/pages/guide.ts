import type { InBothLanguages, PageText } from './page-text.ts';

export const guide: InBothLanguages<PageText> = {
  en: {
    title: 'Guide',
    lead: 'From a Marketplace search to a price you can argue with, in six steps.',
    sections: [
      {
        heading: '1. Search on Marketplace',
        paragraphs: [
          'Open Facebook Marketplace, choose the place and search for the car you want. Use its own filters for price, year and mileage: the narrower the search, the sooner the cars are here.',
          'Copy the address of the search from your browser’s address bar.',
        ],
      },
      {
        heading: '2. Paste the link',
        paragraphs: [
          'Paste it into the field at the top of the list and press “Import cars”. A single car’s link works too.',
          'The small window at the top right shows how far it is: reading the listings, reading the number plates in the photos, asking the vehicle register, rating. Cars appear one by one; you do not have to wait for the last.',
        ],
      },
      {
        heading: '3. If Marketplace refuses',
        paragraphs: [
          'Marketplace does not always show its searches to visitors. When it refuses, we say so, and the import does not count against your month.',
          'Then search in your own browser, save the page as “HTML only” and drop the file below the link field. Cars from your own pages are shown to you alone.',
        ],
      },
      {
        heading: '4. Read the price line',
        paragraphs: [
          'The horizontal rule is the market for cars like this one. The band goes from the low to the high price, the upright tick is the average, and the mark is what this seller asks. The coloured part between is the gap.',
          '▼ Amazing asks clearly less than similar cars, ● Fair about the same, ▲ Poor more. With “?” we could not tell; the car’s page says why.',
        ],
      },
      {
        heading: '5. Look at the car’s page',
        paragraphs: [
          '“Why this rating” shows which cars it was compared with. “Before you buy” lists what the register and the ad disagree on, and what to ask the seller about it.',
          'Star a car to find it again under Starred. Cars from your imports are under My Discoveries.',
        ],
      },
      {
        heading: '6. Call the seller',
        paragraphs: [
          '“Open on Marketplace” leads to the ad. Remember that we compare asking prices: what cars are sold for is often a little lower.',
        ],
      },
    ],
  },
  da: {
    title: 'Guide',
    lead: 'Fra en søgning på Marketplace til en pris, du kan forhandle ud fra, i seks trin.',
    sections: [
      {
        heading: '1. Søg på Marketplace',
        paragraphs: [
          'Åbn Facebook Marketplace, vælg sted, og søg efter den bil, du vil have. Brug dets egne filtre for pris, årgang og kilometer: Jo smallere søgning, jo hurtigere er bilerne her.',
          'Kopiér søgningens adresse fra browserens adresselinje.',
        ],
      },
      {
        heading: '2. Indsæt linket',
        paragraphs: [
          'Indsæt det i feltet øverst på listen, og tryk “Importér biler”. Et link til en enkelt bil virker også.',
          'Det lille vindue øverst til højre viser, hvor langt den er: læser annoncerne, læser nummerpladerne på billederne, spørger motorregistret, vurderer. Bilerne dukker op én for én; du behøver ikke vente på den sidste.',
        ],
      },
      {
        heading: '3. Hvis Marketplace siger nej',
        paragraphs: [
          'Marketplace viser ikke altid sine søgninger til besøgende. Når det siger nej, får du det at vide, og importen tæller ikke med i din måned.',
          'Søg så i din egen browser, gem siden som “Kun HTML”, og slip filen under linkfeltet. Biler fra dine egne sider vises kun til dig.',
        ],
      },
      {
        heading: '4. Læs prislinjen',
        paragraphs: [
          'Den vandrette linje er markedet for tilsvarende biler. Båndet går fra den lave til den høje pris, den lodrette streg er gennemsnittet, og mærket er det, sælgeren vil have. Det farvede stykke imellem er forskellen.',
          '▼ Kup koster klart mindre end lignende biler, ● Fair pris omtrent det samme, ▲ Dyr mere. Ved “?” kunne vi ikke vurdere den; på bilens side står hvorfor.',
        ],
      },
      {
        heading: '5. Se bilens side',
        paragraphs: [
          '“Derfor denne vurdering” viser, hvilke biler den er sammenlignet med. “Før du køber” viser, hvor registret og annoncen ikke er enige, og hvad du skal spørge sælgeren om.',
          'Sæt stjerne ved en bil, så finder du den igen under Gemte. Biler fra dine importer ligger under Mine fund.',
        ],
      },
      {
        heading: '6. Ring til sælgeren',
        paragraphs: [
          '“Åbn på Marketplace” fører til annoncen. Husk, at vi sammenligner udbudspriser: Det, biler sælges for, er ofte lidt lavere.',
        ],
      },
    ],
  },
};
