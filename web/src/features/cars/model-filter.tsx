import { useState } from 'react';
import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { button } from '../../ui/button.ts';
import { NamesFilter } from './names-filter.tsx';

type Props = {
  models: { name: string; count: number }[];
  chosen: string[];
  onChange: (models: string[]) => void;
};

const shownFirst = 6;

/** The models of the brands that are chosen: the most frequent, and all of them on request. */
export function ModelFilter({ models, chosen, onChange }: Props) {
  const t = useFilterTexts();
  const [showsAll, setShowsAll] = useState(false);
  const all = [...new Set([...models.map(({ name }) => name), ...chosen])];
  const frequent = models.slice(0, shownFirst).map(({ name }) => name);
  const options = showsAll
    ? all.sort((a, b) => a.localeCompare(b, 'da', { numeric: true }))
    : [...new Set([...frequent, ...chosen])];
  return (
    <>
      <NamesFilter
        title={t.filters.model}
        options={options}
        labels={Object.fromEntries(all.map((name) => [name, name]))}
        counts={models}
        chosen={chosen}
        onChange={onChange}
      />
      {all.length > shownFirst && (
        <button
          type="button"
          className={`${button.link} -mt-4 mb-6 text-meta`}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t.filters.fewerModels : t.filters.allModels(all.length)}
        </button>
      )}
    </>
  );
}
