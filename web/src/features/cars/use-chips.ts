import { useState } from 'react';
import { filterTexts, type PanelTexts } from '../../i18n/filter-texts.ts';
import { useFormat, useLanguage, useTexts } from '../../i18n/language.tsx';
import { type Chip, chipsOf, needsPanel } from './chips.ts';
import { lastVisit } from './last-visit.ts';
import type { ListState } from './list-state.ts';

/** The panel's words where a filter at work is named by them: a list without such filters does not wait for them. */
export function usePanelWords(state: ListState): PanelTexts | null {
  const { language } = useLanguage();
  return needsPanel(state) ? filterTexts.read(language).panel : null;
}

/** The chips of a list, and when the reader was here before (null: never), to offer what is new since. */
export function useChips(state: ListState): { chips: Chip[]; visitedAt: string | null } {
  const t = useTexts();
  const panel = usePanelWords(state);
  const { date } = useFormat();
  const [visitedAt] = useState(lastVisit);
  const isLastVisit = state.newSince !== null && state.newSince === visitedAt;
  return { chips: chipsOf(state, { t, panel, day: date, isLastVisit }), visitedAt };
}
