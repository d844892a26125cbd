import type { WireCost } from '#core/contract/routes/car-parts.ts';

/** A petrol car of which everything is known. */
export const sampleCost = (change: Partial<WireCost> = {}): WireCost => ({
  tax: { half_year: 800, basis: 'petrol_km', year: 2026 },
  energy: { kind: 'petrol', per_100_km: 5 },
  energy_state: 'known',
  prices: {
    petrol: { dkk: 15.53, date: '2026-09-30', source: 'tankstation.nu' },
    diesel: { dkk: 16.99, date: '2026-09-30', source: 'tankstation.nu' },
    electricity: { dkk: 1.74, date: '2026-06-30', source: 'elberegner.dk' },
  },
  next_inspection: '2027-03-14',
  loss: {
    price: 84_000,
    value: 90_000,
    date: '2026-11-20',
    values: [
      { years: 1, low: 76_000, average: 82_000, high: 88_000 },
      { years: 2, low: 68_000, average: 74_000, high: 80_000 },
      { years: 3, low: 59_950, average: 66_000, high: 72_049 },
    ],
  },
  loss_state: 'known',
  ...change,
});
