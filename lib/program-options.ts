import { readFileSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The first documentation comment of a program's file, as plain text: what the program does and its options. */
export function headerOf(file: string): string {
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? [];
  return comment.replace(/^ *\* ?/gm, '').trim();
}

/**
 * The options of the command line. `--help` prints the usage and ends the program with 0, a wrong option prints what is wrong
 * and the usage, and ends it with 2.
 */
export function readOptions<T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  const help = { type: 'boolean', short: 'h', default: false } as const;
  try {
    const { values } = parseArgs({ options: { ...options, help } });
    if (!(values as { help: boolean }).help)
      return values as ReturnType<typeof parseArgs<{ options: T }>>['values'];
    console.info(usage);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

/** An error to show an operator as a plain message, without a stack trace. */
export class Refusal extends Error {}

export async function runCommand(command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}
