/** What energy costs, in DKK: a litre of petrol or diesel, a kilowatt-hour at home. */
export type EnergyPrices = {
  petrol: number;
  diesel: number;
  electricity: number;
  /** Calendar day "YYYY-MM-DD" up to which they were observed. */
  date: string;
  source: string;
};

/** Averages of 2026: fuel at the pump until September, electricity for a household with all taxes until June. */
const observed: EnergyPrices = {
  petrol: 15.53,
  diesel: 16.99,
  electricity: 1.74,
  date: '2026-09-30',
  source: 'tankstation.nu, elberegner.dk',
};

const form =
  /^petrol (\d+(?:\.\d+)?), diesel (\d+(?:\.\d+)?), electricity (\d+(?:\.\d+)?); (\d{4}-\d{2}-\d{2}); (\S.{0,79})$/;

/** A setting's text, or null when it is of another form. */
function parseEnergyPrices(text: string): EnergyPrices | null {
  const [, petrol, diesel, electricity, date, source] = form.exec(text) ?? [];
  if (!date || !source || Number.isNaN(Date.parse(date))) return null;
  return { petrol: Number(petrol), diesel: Number(diesel), electricity: Number(electricity), date, source };
}

export const isEnergyPrices = (text: string): boolean => text === '' || parseEnergyPrices(text) !== null;

/** The prices that a setting names ("petrol 15.53, diesel 16.99, electricity 1.74; 2026-09-30; …"), else those we observed. */
export const readEnergyPrices = (setting: string | null): EnergyPrices =>
  parseEnergyPrices(setting ?? '') ?? observed;
