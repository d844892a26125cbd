import { endpoint } from '#functions/api/endpoint.ts';
import { readFigures } from '#functions/use-cases/cars/rating-figures.ts';

export const handler = endpoint('GET /api/rating-figures', readFigures);
