import { useState } from 'react';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { carTexts, useFailureText } from '../i18n/text-parts.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices.tsx';
import type { ListState } from './list-state.ts';

/** Saves a table as a file for a spreadsheet, named with the day. `write`: the file's text. */
export function SaveCsv({ name, write }: { name: string; write: () => Promise<string> }) {
  const t = useTexts();
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(await write(), 'text/csv;charset=utf-8', `${name}-${day}.csv`);
    } catch (error) {
      notify(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button disabled={isBusy} look="quiet" className="print:hidden" onClick={() => void save()}>
      {isBusy ? t.list.csvBusy : t.list.csv}
    </Button>
  );
}

/** Saves all pages of the list, with what the reader may see. */
export default function CsvButton({ state }: { state: ListState }) {
  const { language, texts } = useLanguage();
  const write = async () => {
    const [{ readWholeList, toCsv }, own] = await Promise.all([
      import('./list-csv.ts'),
      carTexts.load(language),
    ]);
    const { cars, isWhole } = await readWholeList(state);
    if (!isWhole) notify(texts.list.csvPart(cars.length));
    return toCsv(cars, { ...texts, ...own }, location.origin);
  };
  return <SaveCsv name="bilfund" write={write} />;
}
