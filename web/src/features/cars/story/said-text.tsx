import { Fragment } from 'react';
import type { Said } from './story-findings.ts';

/** A text with what it quotes of a Danish register in quotation marks, and in its language for who hears it. */
export function SaidText({ said }: { said: readonly Said[] }) {
  return said.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
    <Fragment key={place}>
      {place > 0 && ' '}
      {typeof part === 'string' ? part : <q lang="da">{part.quoted}</q>}
    </Fragment>
  ));
}
