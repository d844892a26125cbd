import type { InBothLanguages, PageText } from './page-text.ts';

export const privacy: InBothLanguages<PageText> = {
  en: {
    title: 'Privacy',
    lead: 'As little as the service needs, kept in the EU, gone when you go.',
    sections: [
      {
        heading: 'What we keep about you',
        paragraphs: [
          'Your e-mail address and an encrypted form of your password; your plan; the links you imported and what came of them; the cars you starred, discovered and removed; how many imports you used this month.',
          'In your browser we keep your language, the state of the list, which cars you have opened in this tab, and a cookie that keeps you signed in. There are no advertising or tracking cookies and no third-party scripts.',
        ],
      },
      {
        heading: 'What we keep about cars',
        paragraphs: [
          'Listings, photos and the vehicle register’s records of cars. Sellers’ names are never stored. Number plates are shown to signed-in readers only; in the pictures that others see, they are blurred.',
          'A seller who wants a listing removed writes to us, and it is.',
        ],
      },
      {
        heading: 'Where and how long',
        paragraphs: [
          'Data are kept in data centres in the EU. When you delete your account, most data are deleted within 30 days; what bookkeeping law requires is kept as long as it requires.',
          'Pages that you drop are read and then discarded; the cars in them are kept for you alone.',
        ],
      },
      {
        heading: 'Who else receives data',
        paragraphs: [
          'Amazon Web Services hosts the service. The vehicle register receives the number plates we look up, without knowing who asked. When payments are switched on, the payment provider receives what a payment needs. Nobody else, and nothing is sold.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'You may see, correct, export and delete your data, and complain to the Danish Data Protection Agency (Datatilsynet). The service is not directed at children under 16.',
        ],
      },
    ],
  },
  da: {
    title: 'Privatliv',
    lead: 'Så lidt som tjenesten har brug for, opbevaret i EU og væk, når du går.',
    sections: [
      {
        heading: 'Det gemmer vi om dig',
        paragraphs: [
          'Din e-mailadresse og en krypteret form af din adgangskode; dit abonnement; de links, du har importeret, og hvad der kom ud af dem; de biler, du har gemt, fundet og fjernet; hvor mange importer du har brugt denne måned.',
          'I din browser gemmer vi dit sprog, listens tilstand, hvilke biler du har åbnet i denne fane, og en cookie, der holder dig logget ind. Der er ingen cookies til reklame eller sporing og ingen scripts fra andre.',
        ],
      },
      {
        heading: 'Det gemmer vi om biler',
        paragraphs: [
          'Annoncer, billeder og motorregistrets oplysninger om biler. Sælgeres navne gemmes aldrig. Nummerplader vises kun til læsere, der er logget ind; på de billeder, andre ser, er de slørede.',
          'En sælger, der vil have sin annonce fjernet, skriver til os, og så bliver den det.',
        ],
      },
      {
        heading: 'Hvor og hvor længe',
        paragraphs: [
          'Data opbevares i datacentre i EU. Når du sletter din konto, slettes de fleste data inden for 30 dage; det, bogføringsloven kræver, gemmes så længe, den kræver det.',
          'Sider, du slipper her, læses og kasseres; bilerne i dem gemmes kun for dig.',
        ],
      },
      {
        heading: 'Hvem ellers får data',
        paragraphs: [
          'Amazon Web Services driver serverne. Motorregistret får de nummerplader, vi slår op, uden at vide, hvem der spurgte. Når betaling er slået til, får betalingsudbyderen det, en betaling kræver. Ingen andre, og intet sælges.',
        ],
      },
      {
        heading: 'Dine rettigheder',
        paragraphs: [
          'Du kan se, rette, hente og slette dine data og klage til Datatilsynet. Tjenesten er ikke rettet mod børn under 16 år.',
        ],
      },
    ],
  },
};
