import type { Language } from './shared.ts';

/** Who runs an installation, as its pages and mails name them. `cvr`: the number of a Danish company. */
export type Operator = { name: string; address: string; cvr: string | null; supportMail: string };

/** As a setting holds it: JSON, or nothing where none is named. */
export const readOperator = (text: string | null): Operator | null => (text ? JSON.parse(text) : null);

const stoodIn =
  /\b(?:example|placeholder|replace[- ]?me|to ?do|tbd|fix ?me|lorem|your|this machine|xxx+)\b|…|\.{3}|<.*>|\?/i;
const nobodysMail = /(?:@|\.)(?:example|invalid|test|localhost|local)(?:\.\w+)?$/i;
const nobodysCvr = /^(?:(\d)\1{7}|12345678|87654321)$/;

/** Which values say nothing of who runs it: they stand there until somebody writes the true ones. */
export function placeholdersIn({ name, address, cvr, supportMail }: Operator): (keyof Operator)[] {
  const texts = { name, address } as const;
  const isNothing = (text: string) => !/\p{L}/u.test(text) || stoodIn.test(text);
  return [
    ...(['name', 'address'] as const).filter((field) => isNothing(texts[field])),
    ...(cvr !== null && nobodysCvr.test(cvr) ? (['cvr'] as const) : []),
    ...(nobodysMail.test(supportMail) || stoodIn.test(supportMail) ? (['supportMail'] as const) : []),
  ];
}

const runBy: Record<Language, string> = { en: 'Bilfund is run by', da: 'Bilfund drives af' };

/** "Bilfund is run by Olsen ApS, Havnegade 1, 5000 Odense C, CVR 29104568." */
export const operatorSentence = ({ name, address, cvr }: Operator, language: Language): string =>
  `${runBy[language]} ${name}, ${address}${cvr ? `, CVR ${cvr}` : ''}.`;
