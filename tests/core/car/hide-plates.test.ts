import { expect, it } from 'vitest';
import { hidePlates } from '#core/car/hide-plates.ts';

it('takes the plate of the car out of a text however it is spaced, and leaves longer words alone', () => {
  expect(hidePlates('Bil: ab 12 345. Se XAB123456', 'AB12345')).toBe('Bil: •••••••. Se XAB123456');
});

it('takes out a plate that the seller wrote and nobody has confirmed', () => {
  expect(hidePlates('Nummerplade ZX 48 217, nysynet', null)).toBe('Nummerplade •••••••, nysynet');
});

it('leaves mileage and prices alone', () => {
  expect(hidePlates('187.000 km, 149.900 kr, KM 12345', null)).toBe('187.000 km, 149.900 kr, KM 12345');
});
