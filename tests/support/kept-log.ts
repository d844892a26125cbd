import { vi } from 'vitest';
import { findSecrets } from './find-secrets.ts';

/**
 * Lines that functions write for the operator are kept, not shown. Every one of them is searched for keys, tokens, e-mail
 * addresses and plates, and for the words that a test calls secret: `restore` throws when there was any.
 */
export function keepLog() {
  const lines: string[] = [];
  const leaks = new Set<string>();
  const words = new Set<string>();
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    const line = String(text);
    lines.push(line);
    for (const { kind } of findSecrets(line)) leaks.add(`${kind}: ${line.trim()}`);
    for (const word of words) if (line.includes(word)) leaks.add(`secret word: ${line.trim()}`);
    return true;
  });
  return {
    lines,
    /** From here on no line may hold any of these. */
    forbid(...secrets: string[]): void {
      for (const secret of secrets) words.add(secret);
    },
    restore(): void {
      spy.mockRestore();
      if (leaks.size > 0) throw new Error(`Lines of the log hold secrets:\n${[...leaks].join('\n')}`);
    },
  };
}
