import { useState } from 'react';
import { browserIntervals } from '#core/imports/own-page.ts';
import { useImportTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields.tsx';
import { Link } from '../ui/link.tsx';
import { useStartSearch } from './use-searches.ts';

/** Until another one is chosen. */
export const usualInterval = 60;

type IntervalFieldProps = { minutes: number; onChange: (minutes: number) => void };

/** How often the reader's browser is to open a search. */
export function IntervalField({ minutes, onChange }: IntervalFieldProps) {
  const t = useImportTexts();
  // An interval that was chosen elsewhere is kept until another one is chosen.
  const choices = [...new Set<number>([...browserIntervals, minutes])].sort((a, b) => a - b);
  return (
    <SelectField
      label={t.watch.howOften}
      value={minutes}
      className="w-48"
      options={choices.map((choice) => [choice, t.watch.every(choice)])}
      onChange={onChange}
    />
  );
}

type Props = {
  link: string;
  /** Whether the page says itself what the extension is. */
  isHere?: boolean;
  onUpgrade: OpenUpgrade;
  onStarted: () => void;
};

/** Has the reader's own browser watch the search of a link. */
export function WatchInBrowser({ link, isHere = false, onUpgrade, onStarted }: Props) {
  const t = useImportTexts();
  const [minutes, setMinutes] = useState(usualInterval);
  const { mutate, isPending } = useStartSearch(onUpgrade);
  const start = () =>
    mutate({ searchUrl: link.trim(), browserIntervalMinutes: minutes }, { onSuccess: onStarted });
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="secondary" disabled={link.trim() === '' || isPending} onClick={start}>
          {isPending ? t.watch.starting : t.watch.start}
        </Button>
        <IntervalField minutes={minutes} onChange={setMinutes} />
      </div>
      <p className="mt-2 max-w-[70ch] text-meta text-ink-2">
        {t.watch.note}{' '}
        {!isHere && (
          <Link to={paths.extension} className="font-semibold underline underline-offset-3">
            {t.watch.about}
          </Link>
        )}
      </p>
    </div>
  );
}
