import type { PageText } from '../../pages/page-text.ts';
import { releasedSections } from '../../pages/releases.ts';

export const changelog: PageText = {
  title: 'Changelog',
  lead: 'What changed, newest first.',
  sections: releasedSections('en'),
};
