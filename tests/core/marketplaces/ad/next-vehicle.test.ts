import { describe, expect, test } from 'vitest';
import { listingOf } from '#tests/support/score-ads.ts';

describe('the vehicle that a seller gets gives this car no fuel', () => {
  test.each([
    'Sælges da vi har købt elbil',
    'Sælges kun fordi vi har anskaffet os en elbil',
    'Skifter til elbil',
    'Skal have elbil',
    'Sælges pga elbil',
    'Sælges pga. skift til elbil',
    'Vanwege aanschaf van elektrische auto',
    'Sælges grundet køb af elbil',
    'Har bestilt en ny elbil',
    'Min mand har fået elbil gennem arbejdet',
    'Vi er gået over til elbil',
    'Sælges da elbilen er kommet',
    'Elbil er købt',
    'Sælges da vi har købt ny bil (elbil)',
    'Har fået hybrid',
    'Har købt plug-in hybrid',
    'Har fået en diesel',
    'Bytter gerne til diesel',
    'Säljes då vi köpt elbil',
    'Säljes pga köp av elbil',
    'Selges da vi har kjøpt elbil',
    'Verkaufe wegen Kauf eines Elektroautos',
    'Verkaufe, da wir ein Elektroauto gekauft haben',
    'Verkaufe, weil ich auf ein Elektroauto umgestiegen bin',
    'Selling because we bought an electric car',
    'Selling as we are getting an EV',
    'Te koop omdat wij een elektrische auto hebben gekocht',
  ])('%s', (description) => {
    expect(listingOf('Ford Focus 2015', description).fuel).toBeNull();
    expect(listingOf('Ford Focus 2015', `Benzin. ${description}`).fuel).toBe('petrol');
  });
});

test.each([
  'Sælges da jeg har købt en med automatgear',
  'Sælges da min kone skal have automatgear',
  'Jeg har fået firmabil med automatgear',
  'Har kun kørekort til automatgear',
])('the vehicle that a seller gets gives this car no gearbox: %s', (description) => {
  expect(listingOf('Ford Focus 2015', description).gearbox).toBeNull();
});

test.each([
  ['Sælges da vi har købt hus. Elbil med 40 kWh', 'electric'],
  ['Vi har købt denne elbil fra ny', 'electric'],
  ['Den er købt som elbil i 2020', 'electric'],
  ['Lav afgift grundet elbil', 'electric'],
  ['Ingen ejerafgift pga elbil', 'electric'],
  ['Vi skal have solgt vores elbil', 'electric'],
  ['Ønsker du en elbil, så køb denne', 'electric'],
  ['Køber får en diesel', 'diesel'],
  ['Her kan du købe en billig diesel', 'diesel'],
  ['Købt ny 2015 diesel', 'diesel'],
  ['Har lige fået ny turbo diesel 3.0', 'diesel'],
  ['Har fået nye dæk diesel kørt 120.000', 'diesel'],
  ['Got a nice diesel for sale', 'diesel'],
  ['Ich habe einen Diesel zu verkaufen', 'diesel'],
  ['Har lige fået nyt hybrid batteri', 'hybrid'],
  ['Har fået ny generator diesel', 'diesel'],
  ['Elbil købt i 2020', 'electric'],
  ['Sælges pga manglende brug elbil', 'electric'],
  ['Ved køb af elbil medfølger lader', 'electric'],
  ['Grundet flytning sælges min diesel', 'diesel'],
  ['Pga. arbejde i udlandet sælges elbil', 'electric'],
] as const)('this car has the fuel that its seller has bought it with: %s', (description, fuel) => {
  expect(listingOf('Ford Focus 2015', description).fuel).toBe(fuel);
});

test.each([
  'Bilen har fået nyt automatgear i 2022',
  'Har fået skiftet olie i automatgear',
  'Vi har købt den med automatgear',
  'Bestilt med automatgear fra fabrikken',
  'Har også automatgear og træk',
])('this car has the gearbox that was bought or mended: %s', (description) => {
  expect(listingOf('Ford Focus 2015', description).gearbox).toBe('automatic');
});

test.each([
  ['2015 1,6 tdci 95 hk manuel 120.000 km sælges da vi har købt elbil'],
  ['2015 1,6 tdci 95 hk manuel 120.000 km bytter gerne til mindre bil'],
])('what a description without stops says before it speaks of another car is this one: %s', (description) => {
  expect(listingOf('Ford Focus', description)).toMatchObject({
    fuel: 'diesel',
    gearbox: 'manual',
    horsepower: 95,
    engineLitres: 1.6,
    mileage: { km: 120_000 },
  });
});

test.each([
  ['Suzuki Swift sælges pga. køb af motorcykel', []],
  ['Suzuki Swift sælges da vi har købt autocamper', []],
  ['Suzuki Swift 2013, har købt campingvogn', []],
  ['Motorcykel købes', ['not_a_car', 'wanted']],
  ['Honda CB 650 motorcykel', ['not_a_car']],
] as const)('a car is sold because of another vehicle: %s', (title, flags) => {
  expect(listingOf(title, 'Kører godt').flags).toEqual(flags);
});
