import { controls } from './controls.tsx';
import { marks } from './marks.tsx';
import { messages } from './messages.tsx';
import type { Piece } from './piece.ts';

/** Every component of web/src/ui; a test fails if one is missing. */
export const pieces: readonly Piece[] = [...marks, ...controls, ...messages];

export function Pieces() {
  return pieces.map(({ files, title = files.join(', '), use, states }) => (
    <section key={title} className="mt-12 border-t border-ink pt-4">
      <h2 className="text-h3">{title}</h2>
      <p className="mt-1 max-w-[70ch] text-meta text-ink-2">{use}</p>
      <ul className="mt-5 grid gap-x-10 gap-y-6 md:grid-cols-2">
        {states.map(({ name, shown }) => (
          <li key={name} className="min-w-0">
            <p className="mb-2 text-caption text-ink-3">{name}</p>
            {shown}
          </li>
        ))}
      </ul>
    </section>
  ));
}
