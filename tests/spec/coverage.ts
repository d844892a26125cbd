import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statements } from './statements.ts';

export const coverageFile = 'docs/spec-coverage.md';

type Proof = { id: string; file: string; test: string };

/** The first words in quotes from here on: the name of the test, wherever its line breaks. */
function testNameAfter(text: string): string {
  const [, , name] =
    /\b(?:it|test)\b[\s\S]*?\(\s*(['"`])([^\n]*?)\1\s*,\s*(?:async\b|\(|\{)/.exec(text) ?? [];
  return name ?? '';
}

/** Every tag of every test, in the order of the files. */
export function readProofs(): Proof[] {
  return readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .sort()
    .flatMap((path) => {
      const file = join('tests', path);
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(/^ *\/\/ spec: (.+)$/gm)].flatMap((tag) => {
        const test = testNameAfter(text.slice(tag.index + tag[0].length));
        return tag[1]!.split(' ').map((id) => ({ id, file, test }));
      });
    });
}

/** Numbers and titles of the specification's sections, `['2', 'Screens and routes']`. */
export const specSections = (): [number: string, title: string][] =>
  [...readFileSync('docs/spec.md', 'utf8').matchAll(/^## (\d+)\. (.+)$/gm)].map(([, number, title]) => [
    number!,
    title!,
  ]);

/** Proved by the contract's own tests instead. */
const unlisted = ['1', '3', '6'];

/** The whole page, as `npm run spec:coverage` writes it. */
export function writeCoverage(proofs: readonly Proof[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const listed = specSections().filter(([section]) => !unlisted.includes(section));
  const parts = listed.map(([section, title]) => {
    const rows = statements
      .filter(([id]) => id.startsWith(`${section}.`))
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([id, words, home]) => {
        const tests = proofs
          .filter((proof) => proof.id === id)
          .map(({ file, test }) => `\`${file}\`: ${test}`);
        return `| ${id} | ${cell(words)} | \`${home}\` | ${cell(tests.join('<br>'))} |`;
      });
    return `## ${section}. ${title}\n\n| Id | Statement | Where | Proved by |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# What the specification promises, and which test proves it

The promises are those of [the specification](spec.md), by its sections.

Written by \`npm run spec:coverage\` from \`tests/spec/statements.ts\` and the tags in the tests; a test fails when it is not up to date.
Sections whose statements are about the product as a whole, entities and roles (1, 3, 6) are proved by the contract's own tests and are not listed.

${parts.join('\n')}`;
}
