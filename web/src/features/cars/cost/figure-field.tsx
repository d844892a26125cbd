import { useDraft } from '../use-draft.ts';

type Props = {
  label: string;
  figure: number | null;
  write: (figure: number) => string;
  /** Stands there while nothing is typed. */
  usual: string;
  onChange: (text: string) => void;
};

/** A figure of the reader's, taken when the field is left or Enter pressed. What is no figure gives way to what was there. */
export function FigureField({ label, figure, write, usual, onChange }: Props) {
  const draft = useDraft(figure === null ? '' : write(figure), onChange);
  return (
    <label className="flex items-center justify-between gap-4 text-control text-ink-2">
      {label}
      <input
        inputMode="decimal"
        autoComplete="off"
        {...draft}
        placeholder={usual}
        className="h-11 w-28 flex-none rounded-lg border border-field bg-surface px-3 text-right text-control font-semibold text-ink placeholder:font-normal placeholder:text-ink-3"
      />
    </label>
  );
}
