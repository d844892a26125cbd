// What others' errors quote: an address that was asked, an account that was not found, a header that was refused.
const marks: readonly [secret: RegExp, mark: string][] = [
  [/\beyJ[\w-]{6,}\.[\w-]{6,}\.?[\w-]*/g, '[token]'],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '[token]'],
  [/\b(?:[sr]k_(?:live|test)|whsec)_[\w*+/=]{4,}|\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g, '[key]'],
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, '[key]'],
  [/[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[e-mail]'],
  [/(?<![A-Za-z0-9_+=])[A-ZÆØÅ]{2}[ .]?\d{2}[ .]?\d{3}(?![\w+=])/g, '[plate]'],
];

/** A text without the keys, tokens, e-mail addresses and plates that it may quote. */
export function scrub(text: string): string {
  return marks.reduce((rest, [secret, mark]) => rest.replace(secret, mark), text);
}
