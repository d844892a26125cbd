import type { PageText } from '../../pages/page-text.ts';
import { plannedSections } from '../../pages/releases.ts';

export const future: PageText = {
  title: 'Future Updates',
  lead: 'What we work on next. No dates: it comes when it is good.',
  sections: plannedSections('en'),
};
