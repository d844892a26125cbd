import type { Language } from '#core/shared.ts';
import { formatDate } from '../format.ts';
import type { PageText } from './page-text.ts';

type Said<Text> = Readonly<Record<Language, Text>>;
type Release = { version: string; date: string; changes: Said<string[]> };
type Plan = { heading: Said<string>; text: Said<string> };

/** What is worked on next. Whoever releases one of these takes it out here and writes it into `releases` below. */
const plans: readonly Plan[] = [
  {
    heading: { en: 'Integrated filters', da: 'Indbyggede filtre' },
    text: {
      en: 'Choose make, model, year and price here, and Bilfund builds the search on Marketplace for you. Filters over the cars that Bilfund has can be repeated already.',
      da: 'Vælg mærke, model, årgang og pris her, så bygger Bilfund søgningen på Marketplace for dig. Filtre over de biler, Bilfund har, kan allerede gentages.',
    },
  },
  {
    heading: { en: 'Two other Danish marketplaces', da: 'To andre danske markedspladser' },
    text: {
      en: 'Pages of DBA and Bilbasen that you open yourself can be handed over today, and the extension watches searches there in your own browser. Next: repeated by us every hour, with the marketplaces’ leave.',
      da: 'Sider fra DBA og Bilbasen, som du selv åbner, kan i dag gives videre, og udvidelsen følger søgninger dér i din egen browser. Næste skridt: at vi gentager dem hver time, med markedspladsernes tilladelse.',
    },
  },
  {
    heading: { en: 'Mobile apps', da: 'Apps til mobilen' },
    text: {
      en: 'Bilfund for iPhone and Android. Until then the site can be added to the home screen of a phone.',
      da: 'Bilfund til iPhone og Android. Indtil da kan siden lægges på telefonens startskærm.',
    },
  },
  {
    heading: { en: 'International support', da: 'Flere lande' },
    text: {
      en: 'Other countries, each with its own register, currency and market.',
      da: 'Andre lande, hvert med sit eget register, sin egen valuta og sit eget marked.',
    },
  },
];

/** What changed, newest first. The newest one is the version of package.json. */
export const releases: readonly Release[] = [
  {
    version: '1.1',
    date: '2026-11-29',
    changes: {
      en: [
        'The market value stays close to the similar cars it is shown beside, and a bargain needs at least five of them.',
        'What a register knows of a car (theft, debt, a mileage that fell) is told to everybody, also of a car that is locked, and such a car is no bargain.',
        'Ads of unknown age say “seen today” or “at least n days”, and cars that nobody came across say when they were last seen.',
        'Links are read as people share them, and what will come of one is told at once. All ads of an import stand there from its first step.',
        'Mileage, year and price are read clause by clause; where an ad leaves one unclear, it says so.',
        'The Bilfund button for pages of Marketplace, DBA and Bilbasen, and a check of any car by its plate.',
        'A browser extension that rates cars on those pages and watches searches in your own browser.',
        'The list begins with cars: four places instead of ten tabs, and Back undoes one filter after the other.',
        'Your own notes on a car, how far you are, and a date; and a message to the seller with the questions that the car raises.',
        'A sheet for the viewing on one page, what to do before you pay, a purchase contract as a PDF, and calendar files.',
        'An alert the day before an automated search ends, with a link that extends it, and alerts in channels of Discord and Slack.',
        'An assistant can search, compare and explain cars for you through Bilfund’s MCP server, with an access token of your profile.',
        'The finds of an automated search as a feed (Atom or JSON Feed), under an address that you can renew and end.',
        'A file of up to 500 number plates valued at once, with Premium, on the page that values a car by its plate.',
        'An electric car’s battery, range and charging, with their source, on its page and in the comparison.',
        'A list shared with one other person by a link that you can take back: you both see the notes of both.',
        'A price is called poor only where it lies above the market range that is shown beside it.',
        'Cars that an automated search no longer shows are opened again, so that a sold or cheaper one is known within days.',
        'The list by electric range and battery, as filters and as orders; and beside a first offer how often ads like it were gone within two weeks, where that is known.',
      ],
      da: [
        'Markedsværdien ligger tæt på de lignende biler, den vises ved siden af, og et kup kræver mindst fem af dem.',
        'Det, et register ved om en bil (tyveri, gæld, faldende kilometertal), fortælles til alle, også om en låst bil, og sådan en bil er intet kup.',
        'Annoncer med ukendt alder siger ”set i dag” eller ”mindst n dage”, og biler, som ingen er stødt på, siger, hvornår de sidst er set.',
        'Links læses, som folk deler dem, og du får straks at vide, hvad der kommer ud af dem. Alle en imports annoncer står der fra første trin.',
        'Kilometertal, årgang og pris læses sætning for sætning; hvor en annonce er uklar, står det der.',
        'Bilfund-knappen til sider fra Marketplace, DBA og Bilbasen og et tjek af enhver bil på nummerpladen.',
        'En browserudvidelse, der vurderer biler på de sider og følger søgninger i din egen browser.',
        'Listen begynder med biler: fire steder i stedet for ti faner, og Tilbage fortryder ét filter ad gangen.',
        'Egne noter om en bil, hvor langt du er med den, og en dato. Og en besked til sælger med de spørgsmål, bilen giver anledning til.',
        'Et ark til besigtigelsen på én side, hvad du gør, før du betaler, en slutseddel som PDF og kalenderfiler.',
        'En besked dagen før en automatisk søgning slutter, med et link, der forlænger den, og beskeder i kanaler på Discord og Slack.',
        'En assistent kan søge, sammenligne og forklare biler for dig gennem Bilfunds MCP-server med en adgangsnøgle fra din profil.',
        'En automatisk søgnings fund som feed (Atom eller JSON Feed) på en adresse, du kan forny og lukke.',
        'En fil med op til 500 nummerplader vurderet på én gang, med Premium, på siden, hvor en bil slås op på sin nummerplade.',
        'En elbils batteri, rækkevidde og opladning, med kilde, på dens side og i sammenligningen.',
        'En liste delt med én anden person via et link, du kan tage tilbage: I ser begge begges noter.',
        'En pris kaldes kun dyr, hvor den ligger over det markedsinterval, der vises ved siden af.',
        'Biler, som en automatisk søgning ikke længere viser, åbnes igen, så en solgt eller billigere bil opdages inden for få dage.',
        'Listen efter elektrisk rækkevidde og batteri, som filtre og som rækkefølger; og ved et første bud, hvor ofte lignende annoncer var væk inden for to uger, hvor det er kendt.',
      ],
    },
  },
  {
    version: '1.0',
    date: '2025-10-17',
    changes: {
      en: [
        'Import of Marketplace searches and single cars, with cars appearing one by one.',
        'Import of pages saved from your own browser.',
        'Number plates read from photos, and the vehicle register’s facts on every car whose plate was found.',
        'Ratings against the market with a price line, the reason in words, and the cars it was compared with.',
        'Contradictions between ad and register, with what to ask the seller.',
        'Filters, stars, discoveries, history. English and Danish, light and dark.',
      ],
      da: [
        'Import af søgninger og enkelte biler fra Marketplace, hvor bilerne dukker op én for én.',
        'Import af sider gemt fra din egen browser.',
        'Nummerplader læst på billederne og motorregistrets oplysninger om hver bil, hvis plade blev fundet.',
        'Vurdering efter markedet med en prislinje, grunden i ord og de biler, den er sammenlignet med.',
        'Modsigelser mellem annonce og register, og hvad du skal spørge sælgeren om.',
        'Filtre, gemte biler, fund, historik. Engelsk og dansk, lyst og mørkt.',
      ],
    },
  },
];

export const plannedSections = (language: Language): PageText['sections'] =>
  plans.map(({ heading, text }) => ({ heading: heading[language], paragraphs: [text[language]] }));

export const releasedSections = (language: Language): PageText['sections'] =>
  releases.map(({ version, date, changes }) => ({
    heading: `Version ${version}, ${formatDate(date, language)}`,
    paragraphs: changes[language],
  }));

// Spec section 9: the legal pages are version 1.0 of 17 October 2025.
const version = 'Version 1.0 · 17.10.2025';
const { version: newest, date } = releases[0]!;

export const legalNote: Record<Language, string> = {
  en: `${version}, brought up to date with Bilfund ${newest} of ${formatDate(date, 'en')}`,
  da: `${version}, ført ajour med Bilfund ${newest} af ${formatDate(date, 'da')}`,
};
