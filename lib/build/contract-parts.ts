import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { repositoryRoot } from './output.ts';

const routesFolder = join(repositoryRoot, 'core/contract/routes');
const isRouteKey = (name: string) => /^(?:GET|POST|PUT|DELETE) \//.test(name);

type Part = { path: string; exportName: string; keys: string[] };

/** The tables of rows that the contract is made of, each with the file that exports it. */
async function readParts(): Promise<Part[]> {
  const parts: Part[] = [];
  for (const file of readdirSync(routesFolder)) {
    const path = join(routesFolder, file);
    const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    for (const [exportName, value] of Object.entries(module)) {
      const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
      if (keys.length > 0 && keys.every(isRouteKey)) parts.push({ path, exportName, keys });
    }
  }
  return parts;
}

/** `loadRow` over parts that are loaded one by one: what `functions/_runtime/route-row.ts` becomes in a bundle. */
async function writeLoader(): Promise<string> {
  const parts = await readParts();
  const loaders = parts.map(
    ({ path, exportName }) => `() => import(${JSON.stringify(path)}).then((part) => part.${exportName})`,
  );
  const partOf = Object.fromEntries(parts.flatMap(({ keys }, n) => keys.map((key) => [key, n])));
  return `const loaders = [${loaders.join(', ')}];
const partOf = ${JSON.stringify(partOf)};
export const loadRow = async (key) => (await loaders[partOf[key]]())[key];`;
}

export const contractParts: Plugin = {
  name: 'contract-parts',
  setup({ onLoad }) {
    onLoad({ filter: /functions\/_runtime\/route-row\.ts$/ }, async () => ({
      contents: await writeLoader(),
      loader: 'js',
      resolveDir: repositoryRoot,
    }));
  },
};
