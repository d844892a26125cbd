import type { PageText } from '../../pages/page-text.ts';
import { releasedSections } from '../../pages/releases.ts';

export const changelog: PageText = {
  title: 'Ændringer',
  lead: 'Hvad der er ændret, nyeste først.',
  sections: releasedSections('da'),
};
