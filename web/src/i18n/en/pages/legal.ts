import { changelog } from './changelog.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

export const legal = { changelog, privacy, terms };
