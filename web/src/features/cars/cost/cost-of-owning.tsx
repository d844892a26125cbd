import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useCostTexts } from '../../../i18n/cost-texts.ts';
import { formatMileage, formatNumber } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/language.tsx';
import { button } from '../../../ui/button.ts';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { type CostInput, useCostInputs } from './cost-memory.ts';
import { CostTable } from './cost-table.tsx';
import { FigureField } from './figure-field.tsx';

type Props = { id: string; className: string; onUpgrade: OpenUpgrade };

/** What a car costs a month and over three years, by the figures of the reader. */
export default function CostOfOwning({ id, className, onUpgrade }: Props) {
  const t = useCostTexts();
  const texts = useTexts();
  const [inputs, change] = useCostInputs();
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.carCost(id, inputs.km),
    queryFn: ({ signal }) =>
      call('GET /api/cars/{id}/cost', { params: { id }, query: { km: String(inputs.km) }, signal }),
    placeholderData: keepPreviousData,
  });
  if (data && 'locked' in data) return null;
  const fields: CostInput[] = ['km', 'insurance', 'inspection', ...(data?.energy ? [data.energy.kind] : [])];
  const usual = (input: CostInput) =>
    data && (input === 'petrol' || input === 'diesel' || input === 'electricity')
      ? formatPrice(data.prices[input])
      : '–';
  return (
    <section className={className}>
      <h2 className="text-h2 tracking-[-0.03em]">{t.cost.title}</h2>
      <p className="mt-2 mb-6 text-body text-ink-2 print:mb-2">{t.cost.at(formatMileage(inputs.km))}</p>
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px] print:block">
        {data && <CostTable cost={data} inputs={inputs} onUpgrade={onUpgrade} />}
        {!data && !isError && <div aria-busy="true" className="min-h-96" />}
        {isError && !data && (
          <button type="button" className={button.secondary} onClick={() => void refetch()}>
            {texts.common.tryAgain}
          </button>
        )}
        <fieldset className="grid content-start gap-3.5 print:hidden">
          <legend className="mb-3 text-h3 font-semibold">{t.cost.yours}</legend>
          {fields.map((input) => (
            <FigureField
              key={input}
              label={t.cost.field[input]}
              figure={inputs[input]}
              write={input === 'km' ? formatNumber : formatPrice}
              usual={usual(input)}
              onChange={(text) => change(input, text)}
            />
          ))}
          <p className="text-meta text-ink-3">{t.cost.kept}</p>
        </fieldset>
      </div>
    </section>
  );
}

/** "15,53" and "5.200": with öre only where there are some. */
const formatPrice = (dkk: number) => formatNumber(dkk, 2);
