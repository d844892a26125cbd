import type { PageText, SupportText } from '../../pages/page-text.ts';
import { plannedSections } from '../../pages/releases.ts';
import { faq } from './faq.ts';
import { guide } from './guide.ts';

const future: PageText = {
  title: 'Future Updates',
  lead: 'What we work on next. No dates: it comes when it is good.',
  sections: plannedSections('en'),
};

const support: SupportText = {
  title: 'Support & Feedback',
  lead: 'What you write goes by e-mail to those who run this site.',
  readGuide: 'Read the guide',
  readFaq: 'Look in the FAQ',
  email: 'Your e-mail',
  emailHint: 'Optional, if the answer should go somewhere else',
  from: (email) => `Answer to: ${email}`,
  note: 'The button opens your own mail program with everything filled in.',
  noProgram: 'Did no mail program open? Send this text to',
  copy: 'Copy the text',
  copied: 'Copied',
  copyFailed: 'The text could not be copied. Select it and copy it yourself.',
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
};

export const help = { faq, future, guide, support };
