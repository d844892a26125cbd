import type { ReactNode } from 'react';
import type { WireCost } from '#core/contract/routes/car-cost.ts';
import { useCostTexts } from '../../../i18n/cost-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { button } from '../../../ui/button.ts';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { type CostLine, costLines } from './cost-lines.ts';
import type { CostInputs } from './cost-memory.ts';
import { costSource } from './cost-sources.ts';

type Props = { cost: WireCost; inputs: CostInputs; onUpgrade: OpenUpgrade };

const amount = (dkk: number | null) => (dkk === null ? '–' : formatKroner(dkk));

/** A line for each kind of cost with where it comes from; the sum is of those that are known, and names the others. */
export function CostTable({ cost, inputs, onUpgrade }: Props) {
  const t = useCostTexts();
  const { date } = useFormat();
  const today = new Date().toISOString().slice(0, 10);
  const nameOf = (kind: CostLine['kind']) =>
    kind === 'energy' && cost.energy ? t.cost.energy[cost.energy.kind] : t.cost.kind[kind];
  const lines = costLines(cost, inputs, today);
  const known = lines.flatMap(({ threeYears }) => threeYears ?? []);
  const missing = lines.filter(({ threeYears }) => threeYears === null).map(({ kind }) => nameOf(kind));
  const sum = known.length > 0 ? known.reduce((all, each) => all + each, 0) : null;
  return (
    <table className="w-full text-control">
      <thead>
        <tr className="border-b border-ink text-meta text-ink-2">
          <td />
          <th scope="col" className="pb-2 pl-3 text-right font-normal whitespace-nowrap">
            {t.cost.month}
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-normal whitespace-nowrap">
            {t.cost.threeYears}
          </th>
        </tr>
      </thead>
      {lines.map(({ kind, threeYears }) => (
        <tbody
          key={kind}
          // On paper the sum names what is missing: nothing can be typed there.
          className={`border-b border-rule ${threeYears === null ? 'print:hidden' : ''}`}
        >
          <SumRow name={nameOf(kind)} threeYears={threeYears} />
          <SourceRow text={costSource(kind, cost, inputs, { t, date, today })}>
            {kind === 'loss' && cost.loss_state === 'locked' && (
              <button
                type="button"
                className={`${button.link} text-meta`}
                onClick={() => onUpgrade('unlock_price')}
              >
                {t.cost.lossUnlock}
              </button>
            )}
          </SourceRow>
        </tbody>
      ))}
      <tfoot className="border-b border-ink">
        <SumRow
          name={missing.length > 0 ? t.cost.totalKnown : t.cost.total}
          threeYears={sum}
          write={missing.length > 0 ? t.cost.atLeast : undefined}
        />
        {missing.length > 0 && <SourceRow text={t.cost.missing(missing.join(', ').toLowerCase())} />}
      </tfoot>
    </table>
  );
}

type SumProps = { name: string; threeYears: number | null; write?: ((amount: string) => string) | undefined };

function SumRow({ name, threeYears, write = String }: SumProps) {
  const shown = (dkk: number | null) => (dkk === null ? amount(null) : write(amount(dkk)));
  const cell = 'pt-3 pb-1 pl-3 text-right font-semibold whitespace-nowrap print:pt-1 print:pb-0';
  return (
    <tr>
      <th scope="row" className="pt-3 pb-1 text-left font-semibold print:pt-1 print:pb-0">
        {name}
      </th>
      <td className={cell}>{shown(threeYears === null ? null : threeYears / 36)}</td>
      <td className={cell}>{shown(threeYears)}</td>
    </tr>
  );
}

/** Below the sum, as wide as the table: on a phone there is no room beside it. */
function SourceRow({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <tr>
      <td colSpan={3} className="pb-3 text-meta text-ink-3 print:pb-1 print:text-caption/4">
        {text} {children}
      </td>
    </tr>
  );
}
