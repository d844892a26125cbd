import { expect, it } from 'vitest';
import { withClosestBrand } from '../../../web/src/catalog/drop-one-filter.tsx';

const brands = ['Ford', 'Toyota', 'Škoda', 'Volkswagen', 'Fiat', 'Seat'];

it.each([
  ['Toyta', 'Toyota'],
  ['toyoat corolla', 'Toyota corolla'],
  ['skoad', null],
  ['skda octavia', 'Škoda octavia'],
  ['volkswagon  golf', 'Volkswagen golf'],
  ['Toyota', null],
  ['For', null],
  ['Corolla', null],
  ['', null],
])('the search %j is offered as %j', (search, offered) => {
  expect(withClosestBrand(search, brands)).toBe(offered);
});
