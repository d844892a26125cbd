import { chipsOf } from '../catalog/filter-chips.tsx';
import { readListState } from '../catalog/list-state.ts';
import { useFormat, useLanguage, useTexts } from '../i18n/language.tsx';
import { filterTexts } from '../i18n/text-parts.ts';
import CollectionsView from './collections-view.tsx';

/** All lists and saved searches, with filters described as the chips do. */
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
