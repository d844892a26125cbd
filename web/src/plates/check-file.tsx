import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { BulkRowWire } from '#core/contract/routes/cars.ts';
import { call } from '../api/call.ts';
import { formatKroner } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useCheckTexts, useFailureText } from '../i18n/text-parts.ts';
import { saveFile } from '../save-file.ts';
import { Button, button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/messages.tsx';

type Checked = { rows: BulkRowWire[]; total: number; csv: string };
const nothing: Checked = { rows: [], total: 0, csv: '' };

/** A file of cars valued at once: chosen, shown as a table, and saved as a file. */
export default function CheckFile() {
  const t = useCheckTexts();
  const { language } = useLanguage();
  const failureText = useFailureText();
  const id = useId();
  const [checked, setChecked] = useState(nothing);
  const check = useMutation({
    mutationFn: async (file: File) => {
      const body = new Uint8Array(await file.arrayBuffer());
      const headers = { 'content-type': 'application/octet-stream' };
      let all = nothing;
      setChecked(all);
      // One part after another, each within the time of a request.
      for (let from: number | null = 0; from !== null; ) {
        const query: { from: string; language: typeof language } = { from: String(from), language };
        const part = await call('POST /api/cars/check/bulk', { body, headers, query });
        all = { rows: [...all.rows, ...part.rows], total: part.total, csv: all.csv + part.csv };
        setChecked(all);
        from = part.next;
      }
    },
  });
  const { rows, total, csv } = checked;
  const name = `bilfund-${new Date().toISOString().slice(0, 10)}.csv`;
  return (
    <section className="mt-12 border-t border-ink pt-8">
      <h2 className="text-h2 tracking-[-0.03em]">{t.checkFile.title}</h2>
      <p className="mt-2 max-w-[70ch] text-control text-ink-2">{t.checkFile.about}</p>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <label
          htmlFor={id}
          className={`${button.secondary} has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent`}
        >
          {t.checkFile.choose}
          <input
            id={id}
            type="file"
            accept=".csv,.txt,text/csv"
            className="sr-only"
            disabled={check.isPending}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) check.mutate(file);
            }}
          />
        </label>
        {csv !== '' && !check.isPending && (
          <Button look="primary" onClick={() => saveFile(csv, 'text/csv;charset=utf-8', name)}>
            {t.checkFile.save}
          </Button>
        )}
        <p role="status" className="text-meta text-ink-2">
          {check.isPending
            ? t.checkFile.working(rows.length, total)
            : total > 0 && t.checkFile.done(rows.length - rows.filter(({ error }) => error).length, total)}
        </p>
      </div>
      <ErrorBox className="mt-4 max-w-[70ch]">{check.error && failureText(check.error)}</ErrorBox>
      {rows.length > 0 && <Rows rows={rows} />}
    </section>
  );
}

const kroner = (dkk: number | null) => (dkk === null ? '–' : formatKroner(dkk));

function Rows({ rows }: { rows: readonly BulkRowWire[] }) {
  const t = useCheckTexts();
  const columns = t.checkFile.columns;
  const cell = 'py-2 pr-4 align-top';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable with the keyboard
    <section className="mt-6 overflow-x-auto" tabIndex={0} aria-label={t.checkFile.title}>
      <table className="w-full text-left text-meta">
        <thead className="border-b border-ink">
          <tr>
            {[
              columns.line,
              columns.car,
              columns.price,
              columns.market,
              columns.gap,
              columns.days,
              columns.note,
            ].map((name) => (
              <th key={name} scope="col" className={`${cell} font-semibold`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, plate, car, error, note }) => (
            <tr key={line} className="border-b border-rule">
              <td className={cell}>{line}</td>
              <td className={`${cell} wrap-anywhere`}>
                <span className="font-semibold">{plate || '–'}</span>
                {car && <span className="block">{`${car.title} · ${t.deals[car.deal]}`}</span>}
              </td>
              <td className={cell}>{car ? kroner(car.price) : ''}</td>
              <td className={cell}>
                {car && kroner(car.market)}
                {car && car.low !== null && car.high !== null && (
                  <span className="block text-ink-3">{`${formatKroner(car.low)} – ${formatKroner(car.high)}`}</span>
                )}
              </td>
              <td className={cell}>{car ? kroner(car.gap) : ''}</td>
              <td className={cell}>{car?.days_listed ?? (car ? '–' : '')}</td>
              <td className={`${cell} ${error ? 'text-poor' : ''}`}>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
