import type { MoreLimit } from '#core/catalog/number-filters.ts';
import { groupThousands, kroner } from '#core/shared.ts';

/** Labels of the list's other filters. */
export const panelWords = {
  bodies: {
    hatchback: 'Hatchback',
    sedan: 'Saloon',
    estate: 'Estate',
    suv: 'SUV',
    mpv: 'MPV',
    coupe: 'Coupé',
    cabriolet: 'Convertible',
    pickup: 'Pickup',
    van: 'Van',
  },
  colors: {
    white: 'White',
    black: 'Black',
    grey: 'Grey',
    silver: 'Silver',
    blue: 'Blue',
    red: 'Red',
    green: 'Green',
    brown: 'Brown',
    beige: 'Beige',
    yellow: 'Yellow',
    orange: 'Orange',
    purple: 'Purple',
  },
  features: {
    towbar: 'Towbar',
    seat_heating: 'Heated seats',
    rear_camera: 'Reversing camera',
    adaptive_cruise: 'Adaptive cruise control',
    carplay: 'CarPlay',
    navigation: 'Navigation',
    leather: 'Leather',
    panorama_roof: 'Panoramic roof',
  },
  power: (hp: number) => `${hp} hp`,
  limits: {
    minHorsepower: (hp: number) => `from ${hp} hp`,
    maxRunningDkk: (dkk: number) => `tax and energy up to ${kroner(dkk)} a month`,
    minRangeKm: (km: number) => `at least ${km} km range`,
    minBatteryKwh: (kwh: number) => `battery of at least ${kwh} kWh`,
  } satisfies Record<MoreLimit, (value: number) => string>,
  avoided: (word: string) => `without “${word}”`,
  dropped: 'Reduced in the last 14 days',
  daysUpTo: (days: number) => `listed ${days === 1 ? '1 day' : `${groupThousands(days)} days`} at most`,
  daysFrom: (days: number) => `listed ${days === 1 ? '1 day' : `${groupThousands(days)} days`} or more`,
};
export type PanelWords = typeof panelWords;

/** Labels of filters that exist only in links of marketplaces. */
export const linkWords = {
  /** Towns that have different names in Danish and English. */
  towns: { København: 'Copenhagen', Copenhagen: 'Copenhagen' } as Readonly<Record<string, string>>,
  /** Labels for filters whose values have no name here: "area 0.200009". */
  linkFilters: {
    make: 'make',
    model: 'model',
    variant: 'model',
    bodyType: 'body',
    fuel: 'fuel',
    gearbox: 'gearbox',
    seller: 'seller',
    condition: 'condition',
    delivery: 'delivery',
    availability: 'availability',
    wheelDrive: 'driven wheels',
    registration: 'registration',
    salesForm: 'form of sale',
    published: 'published',
    warranty: 'warranty',
    wheels: 'wheels',
    color: 'colour',
    equipment: 'equipment',
    area: 'area',
    doors: 'doors',
    trailer: 'trailer weight',
    terms: 'terms',
  },
  conditions: {
    new: 'new',
    used: 'used',
    used_like_new: 'used like new',
    used_good: 'used in good condition',
    used_fair: 'used in fair condition',
  },
  orders: {
    creation_time_descend: 'newest ads first',
    price_ascend: 'cheapest first',
    price_descend: 'most expensive first',
    distance_ascend: 'nearest first',
    distance_descend: 'farthest first',
    vehicle_mileage_ascend: 'lowest mileage first',
    vehicle_mileage_descend: 'highest mileage first',
    vehicle_year_descend: 'newest cars first',
    vehicle_year_ascend: 'oldest cars first',
  },
};
export type LinkWords = typeof linkWords;
