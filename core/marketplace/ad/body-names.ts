/** The shapes that people look for. What a register or a marketplace calls otherwise is one of these, or unknown. */
export const bodies = [
  'hatchback',
  'sedan',
  'estate',
  'suv',
  'mpv',
  'coupe',
  'cabriolet',
  'pickup',
  'van',
] as const;
export type Body = (typeof bodies)[number];
