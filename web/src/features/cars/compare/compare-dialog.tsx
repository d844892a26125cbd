import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useBrowseTexts } from '../../../i18n/browse-texts.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { carQuery } from '../detail/use-car.ts';
import { compareRows } from './compare-rows.ts';
import { CompareTable } from './compare-table.tsx';
import { useCompared } from './use-compare.ts';

/** Two to four cars side by side; what differs is marked, and the best of each line. */
export default function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useBrowseTexts();
  const format = useFormat();
  const compared = useCompared();
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const answers = useQueries({ queries: compared.map(({ id }) => carQuery(id)) });
  const isLoading = answers.some(({ isPending }) => isPending);
  const cars = answers
    .map(({ data }) => data)
    .filter((car): car is WireCarDetail => car !== undefined && !car.locked);
  const missing = compared.filter(({ id }) => !cars.some((car) => car.id === id));
  const rows = compareRows(cars, t, format.date);
  const shown = onlyDifferences ? rows.filter(({ differs }) => differs) : rows;
  return (
    <Modal title={t.compare.title} onClose={onClose} wide>
      {isLoading ? (
        <p className="min-h-60 text-ink-2">{t.common.loading}</p>
      ) : (
        <>
          {missing.map(({ id, title }) => (
            <p key={id} className="mb-3 text-control text-poor">
              {title}: {t.compare.missing}
            </p>
          ))}
          <label className="mb-3 inline-flex min-h-10 items-center gap-2.5 text-control">
            <input
              type="checkbox"
              checked={onlyDifferences}
              className="size-5 accent-accent"
              onChange={(event) => setOnlyDifferences(event.target.checked)}
            />
            {t.compare.onlyDifferences}
          </label>
          <CompareTable cars={cars} rows={shown} onFollow={onClose} />
        </>
      )}
    </Modal>
  );
}
