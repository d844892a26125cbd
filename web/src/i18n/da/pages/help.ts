import type { PageText, SupportText } from '../../pages/page-text.ts';
import { plannedSections } from '../../pages/releases.ts';
import { faq } from './faq.ts';
import { guide } from './guide.ts';

const future: PageText = {
  title: 'På vej',
  lead: 'Det arbejder vi på nu. Ingen datoer: Det kommer, når det er godt.',
  sections: plannedSections('da'),
};

const support: SupportText = {
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

export const help = { faq, future, guide, support };
