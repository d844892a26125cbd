import { useDraft } from './use-draft.ts';

type Props = {
  /** Read aloud; `label` stands inside the field. */
  name: string;
  label: string;
  text: string;
  onCommit: (text: string) => void;
};

/** A figure that is told when the field is left or Enter pressed, not at every key. */
export function NumberField({ name, label, text, onCommit }: Props) {
  const draft = useDraft(text, onCommit);
  return (
    <label className="flex h-11 min-w-0 flex-1 items-center gap-1.5 rounded-lg border border-field bg-surface px-2.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
      <span aria-hidden="true" className="text-caption text-ink-3">
        {label}
      </span>
      <input
        aria-label={name}
        inputMode="numeric"
        {...draft}
        placeholder="–"
        className="w-full min-w-0 bg-transparent text-right text-control outline-none placeholder:text-ink-3"
      />
    </label>
  );
}
