import { useId, useState } from 'react';
import { avoidedLength, mostAvoided } from '#core/catalog/card-query.ts';
import { foldText } from '#core/catalog/fold-text.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { readWords } from './list-state.ts';

type Props = { words: readonly string[]; hint: string; onChange: (words: string[]) => void };

/** Words to avoid, added one by one or separated by commas; each is a button that removes it. */
export function WordsField({ words, hint, onChange }: Props) {
  const t = useFilterTexts();
  const id = useId();
  const [draft, setDraft] = useState('');
  const isFull = words.length >= mostAvoided;
  const add = () => {
    const known = new Set(words.map(foldText));
    const added = readWords(draft).filter((word) => foldText(word) !== '' && !known.has(foldText(word)));
    setDraft('');
    if (added.length > 0) onChange([...words, ...added].slice(0, mostAvoided));
  };
  return (
    <>
      <div className="flex gap-2">
        <input
          aria-label={t.filters.avoid}
          aria-describedby={`${id}-hint`}
          value={draft}
          placeholder={t.filters.avoidExample}
          maxLength={avoidedLength}
          disabled={isFull}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          className="h-11 w-full min-w-0 rounded-lg border border-field bg-surface px-3 text-control placeholder:text-ink-3"
          onChange={({ target }) => setDraft(target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Within a form the key would send it.
            event.preventDefault();
            add();
          }}
        />
        <Button look="secondary" disabled={isFull} onClick={add}>
          {t.filters.addWord}
        </Button>
      </div>
      {words.length > 0 && (
        <ul aria-label={t.filters.avoid} className="mt-3 flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} className="min-w-0">
              <button
                type="button"
                aria-label={t.filters.dropWord(word)}
                className="flex min-h-9 max-w-full items-center gap-1.5 rounded-md border border-rule-2 py-1 pr-2 pl-3 text-left text-meta wrap-anywhere hover:bg-paper-2 max-md:min-h-11"
                onClick={() => onChange(words.filter((other) => other !== word))}
              >
                {word}
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p id={`${id}-hint`} className="mt-2 text-caption text-ink-3">
        {isFull ? t.filters.wordsFull : hint}
      </p>
    </>
  );
}
