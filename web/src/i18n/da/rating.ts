import { sentence } from '#core/shared.ts';
import { count } from '../format.ts';

export const howWeRate = {
  title: 'Sådan vurderer vi',
  lead: 'Vi sammenligner det, bilen koster i annoncen, med det, tilsvarende biler koster. Det er udbudspriser. Bilen sælges ofte for mindre, men salgsprisen er ikke offentlig.',
  valueTitle: 'Markedsværdi og interval',
  value:
    'De biler, vi har set, fortæller os, hvad mærke, model, variant, alder, kilometertal, motor og udstyr er værd. Markedsværdien er den midterste pris for sådan en bil og holdes tæt på midten af de lignende biler, der vises ved siden af; af ti tilsvarende biler ligger omkring otte inden for intervallet. Bilens stand vurderes ikke.',
  dealsTitle: 'Kup, fair pris eller dyr',
  amazing: (percent: number) =>
    `Kup: koster under ${percent} % af markedsværdien og mindre end intervallet, og mindst fem lignende biler bekræfter det: for mindst halvdelen af dem er prisen højst sat halvdelen op eller en tredjedel ned, mindst syv ud af ti er dyrere, prisen ligger lige så langt under deres midte, og højst en fjerdedel af forskellen er uforklaret. Er for få af samme model, tæller andre af mærket med, og prisen skal være endnu lavere. Det skal den også, når bilen er importeret eller mangler plader eller syn. Ingen bil er et kup alene efter den værdi, der følger med registrets oplysninger, eller når der i registret står noget, som kan være grunden til prisen, for eksempel gæld.`,
  poor: (percent: number) =>
    `Dyr: koster over ${percent} % af markedsværdien og ligger over intervallets top. Siger annoncen kun lidt om version og udstyr, skal prisen også være høj for en veludstyret bil.`,
  fair: 'Fair pris: alt derimellem. En bils vurdering bliver stående sammen med dens værdi, til den værdi ligger uden for det nye interval og har flyttet sig mere end en tiendedel, eller til pris, oplysninger eller register har ændret sig.',
  noEstimate:
    'Ikke vurderet: Annoncen siger for lidt, det er ikke et almindeligt salg, eller tilsvarende biler er prissat for forskelligt. Årsagen står på bilens side.',
  figuresTitle: 'Så tit tager vi fejl',
  figures: (cars: number, error: string, coverage: string) =>
    `Hver af ${count(cars, 'bil', 'biler')} er vurderet ud fra alle de andre. Halvdelen af vurderingerne lå højst ${error} fra udbudsprisen, og ${coverage} af bilerne havde en pris inden for deres interval.`,
  fitted: (date: string) => `Målt den ${date}.`,
  lent: 'Her er endnu få biler, så priser fra et andet marked eller en tidligere dag hjælper til. Så længe ingen bil her bekræfter det, kaldes ingen et kup.',
  worst: (names: string) => `${sentence(`Vi rammer mindst præcist ved ${names}`)} Tjek dem ekstra godt.`,
  and: 'og',
  worstAge: (band: string) => `biler på ${band}`,
  worstPrice: (band: string) => `biler i prislaget ${band}`,
  none: (missing: number) =>
    `Der er intet målt endnu. Der mangler ${count(missing, 'bil', 'biler')}, før vi kan vurdere.`,
  noneYet: 'Der er intet målt endnu. Det sker hver time.',
  failed: 'Tallene kunne ikke hentes. Prøv igen senere.',
  group: { make: 'Efter mærke', age: 'Efter alder', price: 'Efter udbudspris' },
  cars: 'Biler',
  error: 'Halvdelen inden for',
  coverage: 'I intervallet',
  worstMark: 'dårligst',
  ages: (from: number, to: number | null) => (to === null ? `${from} år og ældre` : `${from} til ${to} år`),
  priceTo: (to: string) => `op til ${to}`,
  prices: (from: string, to: string | null) => (to === null ? `${from} og mere` : `${from} til ${to}`),
};
