import { useFilterTexts } from '../i18n/text-parts.ts';
import { FilterGroup } from './filters.tsx';
import { WordsField } from './words-field.tsx';

type Props = { words: string[]; onChange: (words: string[]) => void };

/** Words that no car of the list may have. */
export default function AvoidFilter({ words, onChange }: Props) {
  const t = useFilterTexts();
  return (
    <FilterGroup title={t.filters.avoid}>
      <WordsField words={words} hint={t.filters.avoidHint} onChange={onChange} />
    </FilterGroup>
  );
}
