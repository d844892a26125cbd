import * as z from 'zod/mini';
import { rows } from '../route.ts';

const inLanguage = z.object({ lang: z.optional(z.string()) });

/** Pages for search engines, messengers and visitors without the app, always as an anonymous visitor sees them. */
export const pageRoutes = rows('pages', {
  'GET /car/{id}': {
    name: 'show-car-page',
    auth: 'public',
    needs: ['table:read', 'app-page:read'],
    summary: 'The app’s page with the title, description and data of a car that everybody may know of.',
    query: inLanguage,
    response: z.string(),
    content: 'text/html',
    anonymousCacheSeconds: 60,
  },
  'GET /share/{id}': {
    name: 'draw-share-card',
    auth: 'public',
    needs: ['table:read', 'photos:read'],
    summary:
      'The picture that messengers show of a car, /share/{id}.jpg; the product’s own for everything not open.',
    query: inLanguage,
    response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    content: 'image/jpeg',
    memoryMb: 1024,
    timeoutSeconds: 15,
    staged: ['sharp', '@fontsource-variable/familjen-grotesk'],
    anonymousCacheSeconds: 600,
    tagged: true,
  },
  'GET /picture/{folder}/{photo}': {
    name: 'draw-mail-picture',
    refuses: [404],
    auth: 'public',
    needs: ['photos:read'],
    summary: 'A stored photo as mails show it, /picture/{folder}/{photo}.jpg.',
    response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    content: 'image/jpeg',
    memoryMb: 1024,
    timeoutSeconds: 15,
    staged: ['sharp'],
    // A photo never changes; a day is the maximum age at the edge.
    anonymousCacheSeconds: 86_400,
  },
  'GET /sitemap.xml': {
    name: 'list-site-addresses',
    refuses: [404],
    auth: 'public',
    needs: ['catalog:read'],
    summary:
      'The addresses that search engines may list: static pages and open cars, in several pages when many.',
    query: z.object({ page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))) }),
    response: z.string(),
    content: 'application/xml',
    // It is written once an hour or, where OpenSearch answers the list, in parts over four hours.
    anonymousCacheSeconds: 300,
  },
});
