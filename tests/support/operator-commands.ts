import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '#lib/build/output.ts';

export const operationsFolder = 'docs/operations';

/** The documents for operators. */
export const operatorPages = readdirSync(join(repositoryRoot, operationsFolder), {
  ...{ recursive: true, encoding: 'utf8' },
})
  .filter((name) => name.endsWith('.md'))
  .map((name) => join(operationsFolder, name))
  .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }));

const commandsOf = (text: string): string[] =>
  [
    ...text.replaceAll(/\\\n\s*/g, '').matchAll(/(?:^ *|`|&& |=sk_… )((?:npm run|npx cdk|aws) [^`\n]*)/gm),
  ].map(([, found]) => found!.split(' && ')[0]!.trim());

/** Every command of these documents, from blocks and from the text, in one line each, with the heading that it stands below. */
export const operatorCommands = operatorPages.flatMap(({ path, text }) =>
  text.split(/^## /m).flatMap((section) => {
    const [heading = ''] = section.split('\n', 1);
    return commandsOf(section).map((command) => ({ path, heading, command }));
  }),
);
