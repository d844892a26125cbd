/** Names of cached answers that more than one capability refreshes. */
export const queryKeys = {
  carLists: ['cars'],
  car: (id: string) => ['car', id],
  similarCars: ['similar-cars'],
  counts: ['counts'],
  scrapeStatus: ['scrape-status'],
  history: ['history'],
  subscription: ['subscription'],
  usage: ['usage'],
  access: ['access'],
  payments: ['payments'],
  account: ['account'],
  about: ['about'],
  lists: ['lists'],
  savedSearches: ['saved-searches'],
  notifications: ['notifications'],
  searches: ['searches'],
} as const;
