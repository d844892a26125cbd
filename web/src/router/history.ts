export type Location = { pathname: string; search: string; hash: string; state: unknown };

/** How the reader got here: with the browser's own buttons or at load (POP), or by a link or a call of ours. */
export type Way = 'POP' | 'PUSH' | 'REPLACE';

export type Place = Location & { way: Way };

/** Where one is and has been: the browser's history, or one in memory where there is no browser. */
export type History = {
  read(): Location;
  write(to: string, state: unknown, isReplacement: boolean): void;
  go(steps: number): void;
  /** Calls back after a move that was not written here; returns what ends it. */
  listen(onMove: () => void): () => void;
};

export const browserHistory: History = {
  read: () => {
    const { pathname, search, hash } = location;
    return { pathname, search, hash, state: history.state as unknown };
  },
  write: (to, state, isReplacement) => {
    if (isReplacement) history.replaceState(state, '', to);
    else history.pushState(state, '', to);
  },
  go: (steps) => history.go(steps),
  listen: (onMove) => {
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  },
};
