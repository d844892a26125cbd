import { expect, test } from 'vitest';
import { splitHeading } from '#core/marketplaces/dba/ad.ts';

test.each([
  ['VW Golf', 'VW', 'Golf'],
  ['Land Rover Range Rover Sport', 'Land Rover', 'Range Rover Sport'],
  ['Mercedes-Benz C-Klasse', 'Mercedes-Benz', 'C-Klasse'],
  ['MINI One', 'MINI', 'One'],
  ['VW', 'VW', null],
  ['Land Rover', 'Land Rover', null],
  ['Andre biler', null, null],
  ['Andre', null, null],
])('the heading "%s" names the make %s and the model %s', (heading, make, model) => {
  expect(splitHeading(heading)).toEqual({ make, model });
});
