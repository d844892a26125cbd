import type { WireCost } from '#core/contract/routes/car-cost.ts';
import { useCostTexts } from '../../../i18n/cost-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { button } from '../../../ui/button.ts';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { costLines } from './cost-lines.ts';
import type { CostInputs } from './cost-memory.ts';
import { costSource } from './cost-sources.ts';

type Props = { cost: WireCost; inputs: CostInputs; onUpgrade: OpenUpgrade };

const amount = (dkk: number | null) => (dkk === null ? '–' : formatKroner(dkk));
const cell = 'py-3 pl-3 text-right align-top font-semibold whitespace-nowrap print:py-1';

/** A line for each kind of cost with where it comes from; the sum is of those that are known, and names the others. */
export function CostTable({ cost, inputs, onUpgrade }: Props) {
  const t = useCostTexts();
  const { date } = useFormat();
  const today = new Date().toISOString().slice(0, 10);
  const lines = costLines(cost, inputs, today);
  const known = lines.flatMap(({ threeYears }) => threeYears ?? []);
  const missing = lines.filter(({ threeYears }) => threeYears === null).map(({ kind }) => t.cost.kind[kind]);
  const sum = known.length > 0 ? known.reduce((all, each) => all + each, 0) : null;
  return (
    <table className="w-full text-control">
      <thead>
        <tr className="border-b border-ink text-meta text-ink-2">
          <td />
          <th scope="col" className="pb-2 pl-3 text-right font-normal">
            {t.cost.month}
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-normal">
            {t.cost.threeYears}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ kind, threeYears }) => (
          <tr key={kind} className="border-b border-rule">
            <th scope="row" className="py-3 text-left font-semibold print:py-1">
              {t.cost.kind[kind]}
              <span className="mt-0.5 block max-w-[52ch] text-meta font-normal text-ink-3">
                {costSource(kind, cost, inputs, { t, date, today })}
              </span>
              {kind === 'loss' && cost.loss_state === 'locked' && (
                <button
                  type="button"
                  className={`${button.link} text-meta`}
                  onClick={() => onUpgrade('unlock_price')}
                >
                  {t.cost.lossUnlock}
                </button>
              )}
            </th>
            <td className={cell}>{amount(threeYears === null ? null : threeYears / 36)}</td>
            <td className={cell}>{amount(threeYears)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-b border-ink">
          <th scope="row" className="py-3 text-left font-semibold print:py-1">
            {t.cost.total}
            {missing.length > 0 && (
              <span className="mt-0.5 block text-meta font-normal text-ink-3">
                {t.cost.missing(missing.join(', ').toLowerCase())}
              </span>
            )}
          </th>
          <td className={cell}>{amount(sum === null ? null : sum / 36)}</td>
          <td className={cell}>{amount(sum)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
