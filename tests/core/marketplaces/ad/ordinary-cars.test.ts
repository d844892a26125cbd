import { describe, expect, test } from 'vitest';
import { listingOf } from '#tests/support/score-ads.ts';
import { readTitleTable } from '#tests/support/title-table.ts';

const priced = (amount: number) => ({ amount, currency: 'DKK' });
const notCars = ['parts', 'not_a_car', 'wanted'];

/** Ads of ordinary cars that speak of accessories, families, parts and a garage's other services. */
const cars: readonly [title: string, description: string | null, amount: number][] = [
  ['Golf 2015', 'Breaking assist, ABS', 99_000],
  ['Kia Rio 2014', 'Autonomous emergency breaking', 79_000],
  ['Mercedes C220', 'Breaking news: prisen er sat ned', 84_900],
  ['Ford Focus breaking assist', null, 84_900],
  ['Peugeot 208', 'Breaking assist. Nysynet', 59_000],
  ['BMW 118d', 'Vi parterer også biler', 84_900],
  ['BMW 118d 2010', 'Vi ophugger biler', 84_900],
  ['Audi A4 2012', 'Vi parterer biler og sælger reservedele', 64_900],
  ['Opel Astra 2011', 'Pæn bil. Vores værksted slagter og ophugger biler', 24_900],
  ['Volvo V70 2005', 'Vi slagter ikke, men sælger hele biler', 84_900],
  ['Toyota Avensis 2009', 'Hvis den ikke sælges, skrottes bilen', 14_900],
  ['Skoda Fabia 2006', 'Ellers skrottes den', 6_000],
  ['Skoda Octavia 2016', 'Skal skrottes om ti år', 84_900],
  ['Skoda Octavia 2016', 'Skrottes tidligst om ti år', 84_900],
  ['BMW E36', 'Jeg parterer ikke denne', 24_900],
  ['BMW E36', 'Parterer ikke denne', 24_900],
  ['Saab 9-3', 'Jeg er slagter og sælger min bil', 19_900],
  ['Opel Zafira', 'Reservedelsvogn medfølger', 14_900],
  ['Saab 900', 'Ekstra motor i løsdele medfølger', 24_900],
  ['Audi A4 Avant', 'Bilen har siddet i familien i 10 år', 7_500],
  ['VW Polo', '4 stk vinterhjul medfølger. Pæn bil', 6_000],
  ['VW Polo', '4 stk. vinterhjul på fælge', 6_000],
  ['Kia Rio', '2 stk nøgler medfølger', 6_000],
  ['Kia Rio', '2 stk. nøgler', 6_000],
  ['Audi A3', 'Et sæt vinterhjul følger med. God bil', 7_000],
  ['Audi A3', 'Et sæt ekstra hjul', 7_000],
  ['Volvo V70', 'Mønsterdybde 7 mm, nye bremser, kører godt', 7_000],
  ['Volvo V70', 'Sommerdæk med mønsterdybde 6 mm', 7_000],
  ['Mazda 3', 'Passer på en familie på fire', 7_000],
  ['Fiat 500', 'Passer på de små p-pladser', 7_900],
  ['Citroën Berlingo', 'Batteri er taget ud', 5_000],
  ['Renault Kangoo', 'Tagboks afmonteret fra bilen', 5_000],
  ['Renault Kangoo', 'Sæderne bagi er taget ud', 5_000],
  ['VW Passat', 'Varenr. 4411. Forhandler', 7_000],
  ['Ford Mondeo', 'Reservedelsnummer til radio oplyses', 7_000],
  ['Fiat Punto aktiv', 'Skal væk hurtigst muligt', 2_500],
  ['Opel Corsa comfort', 'Pris er fast', 3_000],
  ['Kia Picanto diamond', 'Træt. Hentes i Aalborg', 2_500],
  ['Hyundai i10 classic', 'Hentes i Randers', 3_500],
  ['Ford Ka collection', 'Byd', 2_000],
  ['Renault Twingo phase', 'Sælges billigt', 2_500],
  ['Suzuki Alto limited', 'Skal væk inden lørdag', 1_500],
  ['Dødsbo: Toyota Corolla', null, 2_500],
  ['Morfars Opel Corsa', null, 2_500],
  ['Familiens Peugeot 307', null, 2_900],
  ['Verdens bedste Fiat Panda', null, 2_500],
  ['Farmors Daihatsu Cuore', 'Hentes i Odense', 1_900],
  ['Hurtigt salg VW Polo', null, 2_000],
  ['Kontant Seat Ibiza', null, 2_000],
  ['Nissan Leaf varmepumpe', null, 5_000],
  ['Toyota Aygo centrallås', null, 5_000],
  ['Kia Ceed parkeringssensor', null, 5_000],
  ['Seat Leon 2013', 'Er for god til skrot', 9_000],
  ['Seat Leon 2013', 'Hellere sælges end til ophug', 9_000],
  ['VW 1,6 TDI', 'Vi køber også biler', 44_900],
  ['Volvo EC40 Single Motor', null, 284_900],
  ['Mercedes B180', 'Min kone søger en lidt højere bil, så denne skal sælges', 79_900],
  ['VW Golf 6', 'Vi søger en større bil. Derfor skal vores Golf have nyt hjem', 44_900],
  ['Alfa Romeo 147', 'Reparationsobjekt, kan evt. bruges til dele, men er for god til det', 7_900],
  ['Citroën C3 – vi tager din gamle bil i bytte', null, 64_900],
  ['VW Golf, få tilbud på din bil', null, 84_900],
  ['Ford Transit', 'Tidligere registreret som autocamper', 64_900],
  ['Ford Transit', 'Kan registreres som autocamper, har været registreret som campingbil', 64_900],
];

describe('an ordinary car', () => {
  test('that costs little more than a set of wheels is read as a car by its title', () => {
    const lost = readTitleTable().filter(
      ({ class: kind, title }) =>
        kind !== 'not a car' &&
        listingOf(title, null, { price: priced(4500) }).flags.some((flag) => notCars.includes(flag)),
    );
    expect(lost.map(({ title }) => title)).toEqual([
      'Træk og nysyn: Opel Astra stc.',
      'Til dele: Opel Vectra C 2006',
    ]);
  }, 20_000);

  test.each(cars)('%s | %s, %i kr., is read as a car', (title, description, amount) => {
    for (const isAmongVehicles of [true, null]) {
      const { flags } = listingOf(title, description, { price: priced(amount), isAmongVehicles });
      expect(flags.filter((flag) => notCars.includes(flag))).toEqual([]);
    }
  });

  test.each<[string, string | null]>([
    ['Parterer min Golf 4', null],
    ['Breaking VW Golf mk4', null],
    ['VW Golf 4', 'Skrottes'],
    ['VW Golf 4', 'Parterer denne'],
    ['VW Golf 4', 'Slagtes, alle dele haves'],
    ['Skrottes: Ford Mondeo', null],
  ])('%s | %s is taken apart', (title, description) => {
    expect(listingOf(title, description).flags).toContain('parts');
  });

  test.each<[string, string, number, string, string]>([
    ['VW Caddy', 'Pris før afgift 60.000, afgift er betalt', 84_900, 'cash', 'live'],
    ['VW Caddy', 'Før afgift på vej. Prisen er med afgift', 84_900, 'cash', 'live'],
    ['VW Caddy', 'Prisen er før afgift', 84_900, 'ex_registration_tax', 'live'],
    ['VW Caddy', 'Prisen er før afgift. Pris med afgift 140.000', 84_900, 'ex_registration_tax', 'live'],
    ['VW Caddy', 'Prisen er før afgift, afgift er ikke betalt', 84_900, 'ex_registration_tax', 'live'],
    ['VW Golf', 'Er bilen reserveret står det her', 84_900, 'cash', 'live'],
    ['VW Golf', 'Reserveret til fredag? Ring', 84_900, 'cash', 'live'],
    ['VW Golf', 'Er reserveret', 84_900, 'cash', 'pending'],
    ['VW Transporter', '79.900 km ekskl. moms', 99_900, 'ex_vat', 'live'],
    ['VW Transporter', '79.920 kr. ekskl. moms', 99_900, 'cash', 'live'],
  ])('%s | %s, %i kr., is %s and %s', (title, description, amount, priceKind, availability) => {
    expect(listingOf(title, description, { price: priced(amount) })).toMatchObject({
      priceKind,
      availability,
    });
  });
});
