import { isObject, type JsonObject, readArray, readObject } from '#core/marketplace/page/json-read.ts';

/** The search in the text of a page's data script: `listings` its rows, `hits` how many there are; null without one. */
export function searchDataOf(script: string): JsonObject | null {
  try {
    const document: unknown = JSON.parse(script);
    for (const query of readArray(document, 'props', 'pageProps', 'dehydratedState', 'queries')) {
      const data = readObject(query, 'state', 'data');
      if (isObject(data) && Array.isArray(data.listings)) return data;
    }
  } catch {
    // A page that was cut: it says nothing.
  }
  return null;
}
