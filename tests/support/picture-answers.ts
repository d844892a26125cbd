import { mostTokens } from '#core/accounts/access-token.ts';
import type { WireCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import type { ContractKey, Output } from '#core/contract/table.ts';
import { sampleCost } from '#tests/web/cars/sample-cost.ts';
import { sampleCar, sampleDetail } from '#tests/web/support/sample-car.ts';
import { freeUsage, freeWire, monthlyWire } from '#tests/web/support/sample-plan.ts';
import { sampleOperator } from './sample-operator.ts';

/** Who looks: nobody signed in, a member without premium, one with it. */
export type Reader = 'visitor' | 'free' | 'premium';

/** What the service answers, whatever the path's variables and the query. */
export type Answers = { [K in ContractKey]?: Output<K> };

/** Never before a signed-out reader's eyes, and with premium alone the estimates. */
function asSeenBy(reader: Reader, car: WireCar): WireCar {
  const plate = reader === 'visitor' ? null : car.plate;
  if (reader === 'premium') return { ...car, plate };
  const hidden = { valuation_low: null, valuation_avg: null, valuation_high: null, comparable_count: null };
  return { ...car, plate, ...hidden };
}

const cars: readonly WireCar[] = [
  sampleCar({
    image_urls: ['/photos/blue', '/photos/red', '/photos/grey'],
    isStarred: true,
    comparable_count: 10,
  }),
  sampleCar({
    ...{ id: '43', title: 'VW Golf 1.5 eTSI Life', brand: 'Volkswagen', model: 'Golf', variant: 'Life' },
    ...{ price: 164_900, year: 2020, mileage: 68_000, city: 'Aarhus', plate: 'KR53184', deal: 'fair' },
    ...{ valuation_low: 152_000, valuation_avg: 166_500, valuation_high: 178_000 },
    image_urls: ['/photos/red'],
  }),
  sampleCar({
    ...{ id: '44', title: 'Peugeot 208 1.2 PureTech Allure med meget lang titel, der skal afkortes pænt' },
    ...{ brand: 'Peugeot', model: '208', variant: 'Allure', price: 139_500, year: 2018, mileage: '187xxx' },
    ...{ city: 'Sønderborg', plate: 'PT71406', deal: 'poor', gearbox: 'manual', seller_type: 'dealer' },
    ...{ valuation_low: 98_000, valuation_avg: 109_000, valuation_high: 118_500, image_urls: [] },
    findings: { count: 2, heavy: 1, heaviest: { in: 'fact', kind: 'mileage_below_inspection' } },
  }),
  sampleCar({
    ...{ id: '45', title: 'Tesla Model 3 Long Range', brand: 'Tesla', model: 'Model 3', variant: null },
    ...{ price: 228_000, year: 2021, mileage: 92_500, fuel: 'electric', city: 'København', plate: null },
    ...{ deal: 'no_estimate', deal_reason: 'few_comparables', image_urls: ['/photos/grey'] },
    ...{ valuation_low: null, valuation_avg: null, valuation_high: null, comparable_count: null },
  }),
];

const similarPrices = [
  121_000, 128_500, 133_000, 139_900, 144_000, 147_500, 149_900, 152_000, 158_000, 171_000,
];

const detail: WireCarDetail = sampleDetail({
  ...cars[0]!,
  description:
    'Velholdt familiebil.\n\nServicebogen er ført hos mærkeværksted, og bilen har altid holdt i garage.',
  color: 'Blå',
  previous_owners: 2,
  sidste_syn: '2025-03-11',
  naeste_syn: '2027-03-14',
  koeretoej_udstyr_samling: ['ABS-bremser', 'Aircondition', 'Anhængertræk', 'Fartpilot'],
  price_history: [
    { at: '2026-11-08T10:00:00.000Z', price: 130_000 },
    { at: '2026-11-14T10:00:00.000Z', price: 118_000 },
  ],
  why: {
    source: 'model',
    model_version: 'fixed',
    comparables: similarPrices.map((price, place) => ({
      ...{ id: `s${place}`, title: 'Škoda Octavia 1.5 TSI', price, adjusted_price: price },
      ...{ year: 2018 + (place % 3), mileage: 172_000 - place * 13_500 },
      ...{ model: 'Octavia', fuel: 'petrol' as const },
      // One of them is sold.
      gone_after_days: place === 2 ? 9 : null,
      is_age_known: true,
      last_seen: null,
    })),
    terms: [
      { name: 'similar', dkk: 145_750 },
      { name: 'other', dkk: 3_150 },
    ],
  },
});

/** An amazing car is locked for who has no premium: theirs is a fair one. */
function detailFor(reader: Reader): WireCarDetail {
  if (reader === 'premium') return detail;
  const open: WireCarDetail = {
    ...{ ...detail, deal: 'fair', isStarred: false, plate_typed_by: null, why: null },
    // So that the pictures show a weighty finding too.
    findings: { count: 1, heavy: 1, heaviest: { in: 'fact', kind: 'mileage_below_inspection' } },
    facts: [{ kind: 'mileage_below_inspection', ad: '111000', register: '118400', date: '2025-03-11' }],
    story: {
      asked: ['inspections'],
      events: [
        {
          ...{ kind: 'inspection', source: 'inspection_report', date: '2025-03-11', until: null },
          ...{ said: 'Godkendt', mileage: 118_400, place: null, faults: [], amount: null },
        },
      ],
    },
    mileage_verdict: { verdict: 'too_few', reading_days: 1, fall: null, explanations: [] },
  };
  return { ...open, ...asSeenBy(reader, open) };
}

const notifications: Output<'GET /api/notifications/{id}'>['notifications'] = [
  {
    ...{ id: 'n1', type: 'amazing_deal', kind: 'amazing_deal', car_id: '42', path: '/car/42', cars: [] },
    ...{ title: 'Amazing deal: Škoda Octavia', message: '118.000 kr., 30.900 kr. below market' },
    ...{ is_read: false, read_at: null, created_at: '2026-11-22T09:40:00.000Z' },
  },
  {
    ...{ id: 'n2', type: 'new_cars', kind: 'new_cars', car_id: null, path: '/?view=discovered' },
    ...{ title: '11 new cars', message: 'Your search “Family cars” found 11 cars you have not seen.' },
    cars: ['VW Golf 1.4 TSI', 'Peugeot 208 1.2', 'Kia Ceed 1.0'].map((title, n) => ({
      ...{ id: `4${n}`, title, price: '118.000 kr.', image_url: null, path: `/car/4${n}` },
      gap: '12.300 kr. below the market',
      facts: '2019 · 111.000 km · Odense',
      warning: n === 1 ? 'The last inspection found one or more faults' : null,
    })),
    ...{ is_read: false, read_at: null, created_at: '2026-11-21T18:00:00.000Z' },
  },
  {
    ...{ id: 'n3', type: 'system', kind: 'price_drop', car_id: '42', path: '/car/42', cars: [] },
    ...{ title: 'The price dropped by 12.000 kr.', message: 'Škoda Octavia 1.5 TSI Combi Style' },
    ...{ is_read: true, read_at: '2026-11-11T08:00:00.000Z', created_at: '2026-11-10T10:05:00.000Z' },
  },
];

const forEveryone: Answers = {
  'GET /api/about': {
    importsEnabled: true,
    platesEnabled: false,
    sources: ['facebook'],
    operator: sampleOperator,
    demo: null,
  },
  'GET /api/counts': {
    ...{ amazing: 128, fair: 1_904, poor: 611, no_estimate: 97, total: 2_740 },
    catalogVersion: '1',
  },
};

function carAnswers(reader: Reader): Answers {
  const seen = cars.map((car) => asSeenBy(reader, car));
  const locked = { id: 'x1', deal: 'amazing', locked: true } as const;
  return {
    'GET /api/cars': {
      cars: reader === 'premium' ? seen : [locked, ...seen.filter((car) => car.deal !== 'amazing')],
      ...{ page: 1, totalCount: 2_740, totalPages: 92, catalogVersion: '1' },
      brands: [
        { name: 'Peugeot', count: 412 },
        { name: 'Škoda', count: 655 },
        { name: 'Tesla', count: 90 },
        { name: 'Volkswagen', count: 1_583 },
      ],
      models: [],
      sources: [{ name: 'facebook', count: 2_740 }],
      bodies: [
        { name: 'hatchback', count: 1_010 },
        { name: 'estate', count: 900 },
        { name: 'suv', count: 430 },
      ],
      colors: [
        { name: 'grey', count: 800 },
        { name: 'white', count: 610 },
      ],
      features: [{ name: 'towbar', count: 822 }],
      deals:
        reader === 'premium'
          ? [
              { name: 'amazing', count: 128 },
              { name: 'fair', count: 1_904 },
              { name: 'poor', count: 611 },
              { name: 'no_estimate', count: 97 },
            ]
          : null,
      fuels: [
        { name: 'petrol', count: 1_800 },
        { name: 'diesel', count: 700 },
        { name: 'electric', count: 240 },
      ],
      gearboxes: [
        { name: 'automatic', count: 1_140 },
        { name: 'manual', count: 1_600 },
      ],
      sellers: [
        { name: 'private', count: 1_900 },
        { name: 'dealer', count: 840 },
      ],
      priceHistogram: Array.from({ length: 100 }, (_, step) => Math.max(0, 60 - Math.abs(step - 38) * 2)),
    },
    'GET /api/cars/{id}': detailFor(reader),
    'GET /api/cars/{id}/cost': sampleCost(reader === 'premium' ? {} : { loss: null, loss_state: 'locked' }),
    'GET /api/cars/{id}/outlook': {
      seen: [],
      missing: null,
      is_counted: false,
      range: null,
      range_state: 'unknown',
    },
    'GET /api/cars/{id}/similar': { cars: seen.slice(1, 4) },
    'GET /api/rating-figures': {
      ...{ pool: 2_740, least_pool: 60, is_lent: false, fitted_on: '2026-11-20', rows: [] },
      all: { cars: 1_860, error: 0.09, coverage: 0.91 },
      model_days: [{ make: detail.brand!, model: detail.model!, days: 23, cars: 41 }],
      price_cuts: [],
    },
  };
}

function memberAnswers(reader: 'free' | 'premium'): Answers {
  const hasPremium = reader === 'premium';
  const reason = hasPremium ? null : 'free_plan';
  const estimatesReason = hasPremium ? null : 'no_beta_access_purchased';
  return {
    'POST /api/auth/refresh': {
      accessToken: 'fixed',
      expiresIn: 3_600,
      user: { id: 'u', email: 'mette@example.dk' },
    },
    'GET /api/account': {
      ...{ email: 'mette@example.dk', language: null, member_since: '2026-03-02T08:00:00.000Z' },
    },
    'GET /api/payments/subscription': hasPremium ? monthlyWire : freeWire,
    'GET /api/payments/usage': freeUsage,
    'GET /api/payments/check-premium': {
      ...{ hasPremium, seesEstimates: hasPremium, reason, estimatesReason },
    },
    'GET /api/payments/history': [],
    'GET /api/tokens': {
      tokens: [
        {
          ...{ id: 't1', name: 'Browser extension', scopes: ['pages', 'follow'] },
          ...{ created_at: '2026-10-02T08:00:00.000Z', ends_at: '2027-10-02T08:00:00.000Z' },
          last_used_on: '2026-10-20',
        },
      ],
      limit: mostTokens,
    },
    'GET /api/hunt': { cars: [] },
    'GET /api/scrape-status': { status: null },
    'GET /api/notifications/{id}': {
      ...{ success: true, notifications },
      pagination: { page: 1, pageSize: 20, totalCount: 3, totalPages: 1 },
    },
    'GET /api/notifications/{id}/stats': {
      success: true,
      stats: { totalNotifications: 3, unreadNotifications: 2 },
    },
  };
}

/** Everything that the screens ask for. The same at every run, and true to the contract, which the test checks. */
export const answersFor = (reader: Reader): Answers => ({
  ...forEveryone,
  ...carAnswers(reader),
  ...(reader !== 'visitor' && memberAnswers(reader)),
});

const paints: Record<string, string> = { blue: '#3f5d78', red: '#8c3b2e', grey: '#7d8587' };

/** A drawn car in the place of a photo: flat colours keep the references small. */
export const drawPhoto = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><path fill="#cfd8cf" d="M0 0h600v260H0z"/><path fill="#8d9a92" d="M0 260h600v140H0z"/><path fill="${paints[name] ?? '#000'}" d="M70 300c0-50 40-62 110-70 40-50 80-70 150-70s120 30 150 75c40 8 60 25 60 65z"/><circle cx="180" cy="304" r="40"/><circle cx="430" cy="304" r="40"/></svg>`;
