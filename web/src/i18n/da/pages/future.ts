import type { PageText } from '../../pages/page-text.ts';
import { plannedSections } from '../../pages/releases.ts';

export const future: PageText = {
  title: 'På vej',
  lead: 'Det arbejder vi på nu. Ingen datoer: Det kommer, når det er godt.',
  sections: plannedSections('da'),
};
