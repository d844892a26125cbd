const privatePrefix = 'p-';

/** A car from a dropped page has an id of its own: a forged page must not stand in the place of a shared car. */
export const privateCarId = (listingId: string): string => `${privatePrefix}${listingId}`;

export const isPrivateCarId = (carId: string): boolean => carId.startsWith(privatePrefix);
