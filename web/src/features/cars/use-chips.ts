import { useState } from 'react';
import { useFormat, useTexts } from '../../i18n/language.tsx';
import { type Chip, chipsOf } from './chips.ts';
import { lastVisit } from './last-visit.ts';
import type { ListState } from './list-state.ts';

/** The chips of a list, and when the reader was here before (null: never), to offer what is new since. */
export function useChips(state: ListState): { chips: Chip[]; visitedAt: string | null } {
  const t = useTexts();
  const { date } = useFormat();
  const [visitedAt] = useState(lastVisit);
  const isLastVisit = state.newSince !== null && state.newSince === visitedAt;
  return { chips: chipsOf(state, { t, day: date, isLastVisit }), visitedAt };
}
