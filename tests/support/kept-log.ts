import { vi } from 'vitest';

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

/** What may stand in no file that we publish and in no line that a function writes. */
export type Secret = { kind: keyof typeof patterns; text: string };

// Lengths are bounded: a bundle is one line of megabytes.
const patterns = {
  'stripe key':
    /\b(?:sk|rk|pk)_(?:live|test)_(?=[a-zA-Z]*\d)[A-Za-z0-9]{16,200}|\bwhsec_(?=[a-zA-Z]*\d)[A-Za-z0-9+/=]{16,200}/g,
  'aws key':
    /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}\b|aws_?secret_?access_?key["']?\s{0,4}[:=]\s{0,4}["']?[A-Za-z0-9/+=]{40}/gi,
  'foreign token':
    /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,90}|npm_[A-Za-z0-9]{36}|AIza[\w-]{35}|xox[abprs]-[\w-]{10,80})/g,
  jwt: /\beyJ[\w-]{6,4000}\.eyJ[\w-]{6,4000}\.[\w-]{0,2000}/g,
  pem: /-----BEGIN [A-Z0-9 ]{3,40}-----/g,
  'private jwk': /"kty"\s{0,4}:[^{}]{1,4000}"d"\s{0,4}:\s{0,4}"[\w-]{40,700}"/g,
  // An address in a link (https://user@host) names a server, no person.
  'e-mail address':
    /(?<![\w.%+-])(?<!:\/\/[^\s"'`<>]{0,200})[\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}\b/gi,
  'danish plate': /(?<![A-Za-z0-9_+=])[A-ZÆØÅ]{2}[ .]?\d{2}[ .]?\d{3}(?![\w/+=-])/g,
} as const;

export const secretKinds = Object.keys(patterns) as Secret['kind'][];

/** Every key, token, e-mail address and plate of a text. */
export function findSecrets(text: string): Secret[] {
  return secretKinds.flatMap((kind) =>
    [...text.matchAll(patterns[kind])].map((match) => ({ kind, text: match[0] })),
  );
}

/** How much functions counted under a name in their log lines, all lines together. */
export function counted(lines: readonly string[], name: string): number {
  return lines
    .filter((line) => line.startsWith('{"_aws"'))
    .map((line) => Number((JSON.parse(line) as Record<string, unknown>)[name] ?? 0))
    .reduce((sum, value) => sum + value, 0);
}
