/** The equipment that cars are looked for by. The order is that of their bits in the catalog: new ones are added at the end. */
export const features = [
  'towbar',
  'seat_heating',
  'rear_camera',
  'adaptive_cruise',
  'carplay',
  'navigation',
  'leather',
  'panorama_roof',
] as const;
export type Feature = (typeof features)[number];
