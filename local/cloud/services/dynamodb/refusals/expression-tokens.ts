/** A sign, a word, a value (`:v`) or a name; names are those that `#` stands for, paths are one token. */
export type Token = { text: string; kind: 'value' | 'word' | 'sign' };

const pattern = /\s*(?::\w+|[#\w][#\w.[\]-]*|<>|<=|>=|[=<>(),+-])/gy;

/** The parts of an expression; undefined when it cannot be read, which is the engine's to refuse. */
export function tokensOf(
  expression: string,
  names: Readonly<Record<string, string>> = {},
): Token[] | undefined {
  const parts = expression.match(pattern)?.map((part) => part.trim()) ?? [];
  if (parts.join('') !== expression.replaceAll(/\s/g, '')) return undefined;
  return parts.map((part) => ({
    text: part.replaceAll(/#\w+/g, (name) => names[name] ?? name),
    kind: part.startsWith(':') ? 'value' : /^[#\w]/.test(part) ? 'word' : 'sign',
  }));
}

export const isWord = (token: Token | undefined, word: string) =>
  token?.kind === 'word' && token.text.toUpperCase() === word;
