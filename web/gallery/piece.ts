import type { ReactNode } from 'react';

/** A component of web/src/ui, when to use it, and each of its states. */
export type Piece = {
  /** What the gallery calls it, where its files show more than one. */
  title?: string;
  /** The files below web/src/ui that it shows. */
  files: readonly string[];
  use: string;
  states: readonly { name: string; shown: ReactNode }[];
};
