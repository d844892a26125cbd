import { useState } from 'react';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { carTexts, useFailureText } from '../i18n/text-parts.ts';
import { saveFile } from '../save-file.ts';
import { button } from '../ui/button.ts';
import { notify } from '../ui/notices.tsx';
import type { ListState } from './list-state.ts';

/** Saves all pages of the list as a file for a spreadsheet, with what the reader may see. */
export default function CsvButton({ state }: { state: ListState }) {
  const t = useTexts();
  const { language, texts } = useLanguage();
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const [{ readWholeList, toCsv }, own] = await Promise.all([
        import('./list-csv.ts'),
        carTexts.load(language),
      ]);
      const { cars, isWhole } = await readWholeList(state);
      const day = new Date().toISOString().slice(0, 10);
      saveFile(
        toCsv(cars, { ...texts, ...own }, location.origin),
        'text/csv;charset=utf-8',
        `bilfund-${day}.csv`,
      );
      if (!isWhole) notify(t.list.csvPart(cars.length));
    } catch (error) {
      notify(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      disabled={isBusy}
      className={`${button.quiet} print:hidden`}
      onClick={() => void save()}
    >
      {isBusy ? t.list.csvBusy : t.list.csv}
    </button>
  );
}
