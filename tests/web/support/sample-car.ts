import type { WireCar, WireCarDetail } from '#core/contract/routes/cars.ts';

/** An invented car, as a reader with premium sees it. */
export function sampleCar(change: Partial<WireCar> = {}): WireCar {
  return {
    id: '42',
    locked: false,
    title: 'Škoda Octavia 1.5 TSI Combi Style',
    price: 118_000,
    foreign_price: null,
    brand: 'Škoda',
    model: 'Octavia',
    variant: '1.5 TSI Combi Style',
    year: 2019,
    mileage: 111_000,
    city: 'Odense',
    fuel: 'petrol',
    gearbox: 'automatic',
    seller_type: null,
    plate: 'CX41287',
    image_urls: ['/photos/a.webp', '/photos/b.webp', '/photos/c.webp'],
    deal: 'amazing',
    deal_reason: 'rated',
    valuation_low: 139_500,
    valuation_avg: 148_900,
    valuation_high: 158_000,
    comparable_count: 52,
    scraped_time: '2026-11-20T10:00:00Z',
    listed_at: '2026-11-18T10:00:00Z',
    discovered_at: null,
    isStarred: false,
    is_private: false,
    availability: 'live',
    ...change,
  };
}

export function sampleDetail(change: Partial<WireCarDetail> = {}): WireCarDetail {
  return {
    ...sampleCar(),
    share_title: 'Škoda Octavia 1.5 TSI Combi Style',
    description: '',
    item_url: 'https://www.facebook.com/marketplace/item/42',
    foerste_registrering_dato: '2019-03-14',
    color: null,
    drivkraft_type_navn: 'Benzin',
    automatgear: true,
    motor_hestekraefter: 150,
    motor_stoerrelse: 1.5,
    motor_km_per_liter: 20.4,
    afgifter: 1_980,
    previous_owners: null,
    koeretoej_udstyr_samling: [],
    sidste_syn: null,
    naeste_syn: null,
    register_state: 'found',
    facts: [],
    cautions: [],
    price_history: [],
    why: null,
    ...change,
  };
}
