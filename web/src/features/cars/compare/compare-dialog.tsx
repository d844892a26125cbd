import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useBrowseTexts } from '../../../i18n/browse-texts.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { carQuery } from '../detail/use-car.ts';
import { compareRows } from './compare-rows.ts';
import { CompareTable } from './compare-table.tsx';
import { useCompared } from './use-compare.ts';

/** The cars' pages; one that is gone or locked is left out. Undefined until all are known. */
function useOpenCars(ids: string[]): WireCarDetail[] | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.compared, ids],
    queryFn: async () => {
      const answers = await Promise.all(ids.map((id) => client.fetchQuery(carQuery(id)).catch(() => null)));
      return answers.filter((car): car is WireCarDetail => car !== null && !car.locked);
    },
  });
  return data;
}

/** Two to four cars side by side; what differs is marked, and the best of each line. */
export default function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useBrowseTexts();
  const format = useFormat();
  const compared = useCompared();
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const cars = useOpenCars(compared.map(({ id }) => id));
  const missing = compared.filter(({ id }) => cars && !cars.some((car) => car.id === id));
  const rows = compareRows(cars ?? [], t, format.date);
  const shown = onlyDifferences ? rows.filter(({ differs }) => differs) : rows;
  return (
    <Modal title={t.compare.title} onClose={onClose} wide>
      {!cars ? (
        <p className="min-h-60 text-ink-2">{t.common.loading}</p>
      ) : (
        <>
          {missing.map(({ id, title }) => (
            <p key={id} className="mb-3 text-control text-poor">
              {title}: {t.compare.missing}
            </p>
          ))}
          <CheckBox
            className="mb-3 inline-flex min-h-10 text-control"
            isChecked={onlyDifferences}
            onChange={setOnlyDifferences}
          >
            {t.compare.onlyDifferences}
          </CheckBox>
          <CompareTable cars={cars} rows={shown} onFollow={onClose} />
        </>
      )}
    </Modal>
  );
}
