import type { InBothLanguages } from './page-text.ts';

type FormText = {
  heading: string;
  lead: string;
  description: string;
  placeholder: string;
  send: string;
  subject: string;
};

export type SupportText = {
  title: string;
  lead: string;
  write: string;
  readGuide: string;
  readFaq: string;
  email: string;
  emailHint: string;
  from: (email: string) => string;
  note: string;
  bug: FormText;
  feature: FormText;
};

export const support: InBothLanguages<SupportText> = {
  en: {
    title: 'Support & Feedback',
    lead: 'A person reads what you write. Most answers come within two working days.',
    write: 'Write to us at',
    readGuide: 'Read the guide',
    readFaq: 'Look in the FAQ',
    email: 'Your e-mail',
    emailHint: 'Optional, if the answer should go somewhere else',
    from: (email) => `Answer to: ${email}`,
    note: 'The button opens your own mail program with everything filled in.',
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
  },
  da: {
    title: 'Support og forslag',
    lead: 'Et menneske læser det, du skriver. De fleste får svar inden for to hverdage.',
    write: 'Skriv til os på',
    readGuide: 'Læs guiden',
    readFaq: 'Se spørgsmål og svar',
    email: 'Din e-mail',
    emailHint: 'Valgfrit, hvis svaret skal et andet sted hen',
    from: (email) => `Svar til: ${email}`,
    note: 'Knappen åbner dit eget mailprogram med det hele udfyldt.',
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
  },
};
