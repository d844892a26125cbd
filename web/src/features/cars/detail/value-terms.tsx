import type { CarTexts } from '../../../i18n/car-texts.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { toHundreds } from '../market-gap.ts';

type Term = { name: string; dkk: number };
type Props = { terms: Term[]; valueDkk: number };

function termName(name: string, t: CarTexts): string {
  return name === 'similar' ? t.why.term.similar : t.why.term.other;
}

/** From the similar cars to the market value: what the middle one asks, made comparable, and how far the value lies from there. */
export function ValueTerms({ terms, valueDkk }: Props) {
  const t = useCarTexts();
  const [base, ...exact] = terms;
  // A line that moves nothing says nothing.
  const moves = exact.map(({ name, dkk }) => ({ name, dkk: toHundreds(dkk) })).filter(({ dkk }) => dkk !== 0);
  // What rounding and terms too small to be named leave over goes to the base: the lines add up to the value.
  const totalDkk = toHundreds(valueDkk);
  const baseDkk = moves.reduce((left, { dkk }) => left - dkk, totalDkk);
  const widest = Math.max(1, ...moves.map(({ dkk }) => Math.abs(dkk)));
  if (!base) return null;
  return (
    <div className="mt-10 max-w-2xl print:mt-3">
      <h3 className="border-b border-ink pb-2.5 text-h3">{t.why.terms}</h3>
      <dl className="text-control">
        <Row name={termName(base.name, t)} value={formatKroner(baseDkk)} share={0} />
        {moves.map((term) => (
          <Row
            key={term.name}
            name={termName(term.name, t)}
            value={`${term.dkk < 0 ? '−' : '+'}${formatKroner(Math.abs(term.dkk))}`}
            share={term.dkk / widest}
          />
        ))}
        <Row name={t.why.termsTotal} value={formatKroner(totalDkk)} share={0} isTotal />
      </dl>
    </div>
  );
}

type RowProps = { name: string; value: string; share: number; isTotal?: boolean };

function Row({ name, value, share, isTotal = false }: RowProps) {
  return (
    <div
      className={`grid grid-cols-[1fr_88px_112px] items-center gap-3 border-b py-2.5 print:py-0.5 sm:grid-cols-[1fr_200px_112px] ${isTotal ? 'border-ink font-semibold' : 'border-rule'}`}
    >
      <dt className={isTotal ? '' : 'text-ink-2'}>{name}</dt>
      <dd aria-hidden="true" className="relative h-2">
        {share !== 0 && (
          <span
            className={`absolute inset-y-0 ${share > 0 ? 'left-1/2 bg-accent' : 'right-1/2 bg-poor'}`}
            style={{ width: `${Math.abs(share) * 50}%` }}
          />
        )}
      </dd>
      <dd className="text-right font-semibold whitespace-nowrap">{value}</dd>
    </div>
  );
}
