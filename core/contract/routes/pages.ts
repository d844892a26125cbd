import * as z from 'zod/mini';
import { rows } from '../route.ts';

const capability = 'pages';
const inLanguage = z.object({ lang: z.optional(z.string()) });

/** What search engines, messengers and newcomers read without the app. Always as a visitor sees it. */
export const pageRoutes = rows({
  'GET /car/{id}': {
    name: 'show-car-page',
    capability,
    auth: 'public',
    needs: ['table:read', 'app-page:read'],
    summary: 'The app’s page with the title, description and data of a car that everybody may know of.',
    query: inLanguage,
    response: z.string(),
    content: 'text/html',
    anonymousCacheSeconds: 60,
  },
});
