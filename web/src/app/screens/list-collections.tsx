import { chipsOf } from '../../features/cars/chips.ts';
import { readListState } from '../../features/cars/list-state.ts';
import CollectionsView from '../../features/collections/collections-view.tsx';
import { filterTexts } from '../../i18n/filter-texts.ts';
import { useFormat, useLanguage, useTexts } from '../../i18n/language.tsx';

/** All lists and saved searches; what a search filters by is said as the chips say it. */
export default function ListCollections() {
  const t = useTexts();
  const { language } = useLanguage();
  const { panel } = filterTexts.read(language);
  const { date } = useFormat();
  const describe = (filters: Record<string, string>) =>
    chipsOf(readListState(new URLSearchParams(filters)), { t, panel, day: date, isLastVisit: false })
      .map(({ label }) => label)
      .join(' · ');
  return <CollectionsView describe={describe} />;
}
