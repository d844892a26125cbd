type Value = {
  count: number;
  day: string;
  dkk: number;
  horsepower: number;
  kmPerLitre: number;
  litres: number;
  whPerKm: number;
};
type Row = { wire: string; kind: keyof Value; card: 'engine' | 'ownership' };

/**
 * The facts that reach the car's page as the register or the ad states them, for every reader who may see the car. From a row
 * follow the field of `Vehicle` and `Car`, its storage, its name and type in the API, and its row on the page. `kind`: how
 * the page writes the value; `card`: where it shows it.
 */
export const specification = {
  engineLitres: { wire: 'motor_stoerrelse', kind: 'litres', card: 'engine' },
  horsepower: { wire: 'motor_hestekraefter', kind: 'horsepower', card: 'engine' },
  kmPerLitre: { wire: 'motor_km_per_liter', kind: 'kmPerLitre', card: 'engine' },
  whPerKm: { wire: 'wh_per_km', kind: 'whPerKm', card: 'engine' },
  firstRegistration: { wire: 'foerste_registrering_dato', kind: 'day', card: 'engine' },
  previousOwners: { wire: 'previous_owners', kind: 'count', card: 'ownership' },
  halfYearlyTaxDkk: { wire: 'afgifter', kind: 'dkk', card: 'ownership' },
} as const satisfies Readonly<Record<string, Row>>;

type Rows = typeof specification;
export type SpecificationField = keyof Rows;
export type SpecificationKind = Rows[SpecificationField]['kind'];

export type Specification = { [F in SpecificationField]: Value[Rows[F]['kind']] | null };
export type WireSpecification = { [F in SpecificationField as Rows[F]['wire']]: Specification[F] };

export const specificationFields = Object.keys(specification) as SpecificationField[];

/** Each fact from the first source that states it; null if none does. */
export const specificationFrom = (...sources: readonly (Partial<Specification> | null)[]): Specification =>
  Object.fromEntries(
    specificationFields.map((field) => [
      field,
      sources.map((source) => source?.[field]).find((value) => value !== null && value !== undefined) ?? null,
    ]),
  ) as Specification;

/** The facts under their names in the API. */
export const wireSpecification = (facts: Specification): WireSpecification =>
  Object.fromEntries(
    specificationFields.map((field) => [specification[field].wire, facts[field]]),
  ) as WireSpecification;
