import { limits, prices } from '#core/plan/plans.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFormat } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';

type Row = [feature: string, free: string | boolean, premium: string | boolean];

function useRows(): Row[] {
  const t = useAccountTexts();
  const format = useFormat();
  return [
    [t.payments.rowImports, t.payments.importsFree(limits.freeScrapesPerMonth), t.payments.importsPremium],
    [t.payments.rowSearches, String(limits.freeSearches), String(limits.premiumSearches)],
    [t.payments.rowOpen, true, true],
    [t.payments.rowAmazing, false, true],
    [t.payments.rowDealFilter, false, true],
    [t.payments.rowEstimates, t.payments.estimatesFree(format.euro(prices.unlock_price)), true],
    [t.payments.rowMail, false, true],
    [t.payments.rowPriority, false, true],
  ];
}

/** What Free and Premium hold, side by side; every number comes from the plans themselves. */
export function ComparisonTable() {
  const t = useAccountTexts();
  return (
    <table className="mt-2 w-full text-left text-control">
      <thead>
        <tr className="border-b border-ink">
          <th scope="col" className="py-2.5 pr-4 font-semibold">
            {t.payments.feature}
          </th>
          <th scope="col" className="w-24 py-2.5 pr-4 font-semibold md:w-40">
            {t.plans.name.free}
          </th>
          <th scope="col" className="w-24 py-2.5 font-semibold md:w-40">
            {t.plans.name.premium}
          </th>
        </tr>
      </thead>
      <tbody>
        {useRows().map(([feature, free, premium]) => (
          <tr key={feature} className="border-b border-rule">
            <th scope="row" className="py-2.5 pr-4 font-normal text-ink-2">
              {feature}
            </th>
            <td className="py-2.5 pr-4">
              <Included value={free} />
            </td>
            <td className="py-2.5 font-semibold">
              <Included value={premium} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Included({ value }: { value: string | boolean }) {
  const t = useAccountTexts();
  if (typeof value === 'string') return value;
  return (
    <span className={value ? 'text-accent' : 'text-ink-3'}>
      <span className="sr-only">{value ? t.payments.yes : t.payments.no}</span>
      {value ? <Icon name="check" size={18} /> : <span aria-hidden="true">–</span>}
    </span>
  );
}
