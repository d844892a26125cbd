/** How far a car is driven a year where nobody says it: about what a Danish household does. */
export const usualKmPerYear = 15_000;
