import { limits } from '#core/payments/plan.ts';
import type { PageText } from '../../pages/page-text.ts';

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
