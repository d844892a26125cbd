import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useState } from 'react';

/** What is typed into a field and told when it is left or Enter pressed, not at every key. `text`: what stands there before. */
export function useDraft(text: string, onCommit: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft !== text) onCommit(draft);
    setDraft(null);
  };
  return {
    value: draft ?? text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setDraft(event.target.value),
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && commit(),
  };
}
