import { describe, expect, it } from 'vitest';
import { offersOf, priceKindOf } from '#core/marketplaces/ad/offer.ts';

function kindOf(title: string, description: string | null = null) {
  const price = { amount: 149_900, currency: 'DKK' };
  const facts = { priceText: null, make: null, model: null, hasMileage: false, isAmongVehicles: null };
  return priceKindOf(offersOf({ title, description, price, ...facts }));
}

describe('priceKindOf', () => {
  it.each([
    ['VW Golf 1,6 TDI', 'Velholdt.', 'cash'],
    ['VW Golf 1,6 TDI', null, 'cash'],
    ['VW Golf flexleasing', 'Førstegangsydelse 30.000', 'leasing'],
    ['Leasing uden afgift: VW Golf', null, 'leasing'],
    ['Ford Transit', 'Prisen er ekskl. moms', 'ex_vat'],
    ['Ford Transit + moms', null, 'ex_vat'],
    ['Iveco Daily', 'Pris 149.900 excl', 'ex_vat'],
    ['Mercedes Vito Tourer', 'NETTO 149.900', 'ex_vat'],
    ['Iveco Daily', 'Pris 149.900 kr. netto', 'ex_vat'],
    ['VW ID.3 58 kWh netto 149.900 kr', null, 'cash'],
    ['Opel Corsa-e netto 46 kWh 149.900 kr.', null, 'cash'],
    ['Pris 149.900 Kia Ceed EX', null, 'cash'],
    ['Kia Sportage', 'Pris 149.900 kr EX', 'cash'],
    ['VW Golf', 'Pris: 149.900 excl, levering 4.380 kr.', 'cash'],
    ['VW Golf', 'Registreringsafgiften mangler ikke', 'cash'],
    ['VW Golf', 'Afgiften skal betales af sælger', 'cash'],
    ['BMW M4', 'Afgiften skal betales af køber', 'ex_registration_tax'],
    ['VW Golf', 'Grøn afgift skal betales 1. juli', 'cash'],
    ['VW Golf', 'Road tax not included', 'cash'],
    ['VW Golf', 'Ingen moms eller afgift kommer oveni', 'cash'],
    ['VW Golf', 'Moms ikke inkluderet på ekstra arbejde', 'cash'],
    ['Peugeot 5008', 'Sælges, da leasingaftale på ny bil er underskrevet', 'cash'],
    ['Opel Vivaro', 'Sælges uden moms, privat ejet', 'cash'],
    ['Audi RS4', 'Står på tolddepot', 'ex_registration_tax'],
    ['Cadillac Escalade', 'Ingen dk afgift betalt', 'ex_registration_tax'],
    ['VW T5 Kombi', 'Prisen er inkl. moms, kan leveres ex. moms ved eksport', 'cash'],
    ['Ford Transit', 'Momsen er ikke inkluderet', 'ex_vat'],
    ['Peugeot Boxer', 'Hertil kommer moms', 'ex_vat'],
    ['Porsche Macan', 'Registreringsafgiften er ikke medregnet', 'ex_registration_tax'],
    ['Audi Q7', 'Kan fås uden dansk afgift til eksport for 119.000', 'cash'],
    ['Volvo XC90', 'Leasingkontrakt overtages. Ydelse 6.200', 'leasing'],
    ['Toyota Proace', 'Momspligtig. 149.900 + 25% moms', 'ex_vat'],
    ['Mercedes Sprinter', '149.900 € netto, MwSt ausweisbar', 'ex_vat'],
    ['Range Rover Sport', 'Uden afgift, kan flexleases', 'ex_registration_tax'],
    ['Tesla Model 3', 'Leasing. 1. gangs ydelse 149.900,-. Mdl. 4.495,-', 'leasing'],
    ['BMW 530e privatleasing', 'Førstegangsydelse/pris: 149.900 kr. Månedlig ydelse 4.295', 'leasing'],
    ['Audi A4 flexleasing', 'Førstegangsydelse kontant 149.900, herefter 3.900 pr. md', 'leasing'],
    ['Audi Q7 splitleasing', 'Pris 149.900', 'leasing'],
    ['Porsche Taycan - leasing overtages', 'Jeg sælger min leasingkontrakt. Pris 149.900', 'leasing'],
    ['Tesla Model Y leasing', 'Salgspris 149.900 kr. Restværdi 250.000', 'leasing'],
    ['Kia EV6', 'Overtag min leasingaftale. Jeg skal have 149.900 kontant', 'leasing'],
    ['Polestar 2', 'Leasingaftale kan overtages med det samme', 'leasing'],
    ['Peugeot Boxer', '149.900 + moms kan leveres', 'ex_vat'],
    ['Peugeot Boxer', '149.900 + moms. Privat salg aftales', 'ex_vat'],
    ['Peugeot Boxer', 'Pris ekskl. moms. Ikke privatsalg', 'ex_vat'],
    ['BMW M4', 'Prisen er uden afgift ikke indregistreret', 'ex_registration_tax'],
    ['BMW 320d', 'Sælges uden afgift', 'ex_registration_tax'],
    ['BMW 320d + afgift', null, 'ex_registration_tax'],
    ['BMW 320d', 'Afgiftsfri, står i Tyskland', 'ex_registration_tax'],
    ['Peugeot 208', 'Engros, kun til forhandlere', 'wholesale'],
    ['Peugeot 208', 'Moms/engros: 40.000 kr. uden afgift', 'wholesale'],
    ['Peugeot 208', 'Eksportpris', 'ex_registration_tax'],
    ['Toyota Proace', 'Momsfri pris 149.900, med moms 187.375', 'ex_vat'],
    ['Toyota Proace', 'Momsfri. Privat salg', 'cash'],
    ['Ford Transit', 'Pris 149.900 med moms', 'cash'],
    ['Ford Transit', '149.900 med moms, 119.920 uden', 'cash'],
    ['Bryllupsbil - Jaguar MK2 fra 1964', 'Pris fra 2.500 kr for 3 timer inkl. chauffør', 'leasing'],
    ['Bryllupsbil med chauffør', 'Rolls-Royce Silver Shadow fra 1972', 'leasing'],
    ['Bryllupskørsel', 'Jeg kører jer i min flotte Jaguar', 'leasing'],
    ['Lej min bil til bryllup', 'Jaguar fra 1964', 'leasing'],
    ['Jaguar MK2 1964', 'Perfekt som bryllupsbil', 'cash'],
    ['Volvo Amazon bryllupsbil', 'Har kørt med chauffør', 'cash'],
    ['Bryllupsbil sælges: Bentley S1 1956', 'Har kørt med chauffør', 'cash'],
    ['Mercedes 220 1965', 'Brugt til bryllupskørsel med chauffør', 'cash'],
  ])('the price of %s (%s) is of the kind %s', (title, description, kind) => {
    expect(kindOf(title, description)).toBe(kind);
  });
});
