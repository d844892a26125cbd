/** The orders of the list. Who sees no ratings gets the first where they ask for `deal`. */
export const sortOptions = [
  'price_asc',
  'price_desc',
  'deal',
  'mileage_asc',
  'year_desc',
  'scraped_desc',
  'listed_desc',
  'listed_asc',
] as const;
export type SortOption = (typeof sortOptions)[number];

export const defaultSort: SortOption = 'price_asc';
