export const menuButton =
  'flex h-10 items-center gap-1 rounded-lg px-2 text-meta text-ink-2 hover:bg-paper-2 hover:text-ink';
