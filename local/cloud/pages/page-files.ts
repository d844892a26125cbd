import { readFileSync } from 'node:fs';
import { contentTypeOf } from '../runner/site/content-types.ts';

export type PageFile = { type: string; body: Buffer };

/**
 * The files that a page of this machine's own is made of, by their paths: names of files in the page's folder. `base.css`,
 * which all such pages have in common, is found here. They are read at each request, so that an edit shows at once.
 */
export function createPageFiles(
  folder: URL,
  names: Readonly<Record<string, string>>,
): (path: string) => PageFile | undefined {
  return (path) => {
    const name = Object.hasOwn(names, path) ? names[path] : undefined;
    if (!name) return undefined;
    const body = readFileSync(new URL(name, name === 'base.css' ? import.meta.url : folder));
    return { type: contentTypeOf(name), body };
  };
}
