import type { ReactNode } from 'react';

/** A component of web/src/ui, when to use it, and each of its states. */
export type Piece = {
  /** The files below web/src/ui that it shows. */
  files: readonly string[];
  use: string;
  states: readonly { name: string; shown: ReactNode }[];
};
