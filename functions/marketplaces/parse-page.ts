import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readPage } from '#core/marketplaces/marketplaces.ts';

const usage =
  'usage: npm run parse -- FILE|- [--url ADDRESS] [--final-url ADDRESS] [--status CODE] [--demo-origin ORIGIN]';

/**
 * Prints what the parser reads from a saved page (HTML, or the text of a GraphQL answer) as JSON. Exit code 0; 2 for wrong
 * arguments.
 */
function main(words: string[]): number {
  if (words.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const call = readCall(words);
  const html = call && readFile(call.file);
  if (!call || html === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const page = readPage({ html: html ?? '', ...call.input });
  process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
  return 0;
}

function readCall(words: string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { url: text, 'final-url': text, status: text, 'demo-origin': text },
    });
    const [file, ...more] = positionals;
    const status = values.status === undefined ? null : Number(values.status);
    if (file === undefined || more.length > 0 || Number.isNaN(status)) return null;
    return {
      file,
      input: {
        url: values.url ?? '',
        finalUrl: values['final-url'] ?? null,
        status,
        demoOrigin: values['demo-origin'],
      },
    };
  } catch {
    return null;
  }
}

function readFile(file: string): string | null {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    process.stderr.write(
      `cannot read ${file}: ${error instanceof Error ? error.message : 'unknown error'}\n`,
    );
    return null;
  }
}

process.exitCode = main(process.argv.slice(2));
