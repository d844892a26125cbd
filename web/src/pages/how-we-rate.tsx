import type { ClientResponse } from '#core/contract/route.ts';
import type { serviceRoutes } from '#core/contract/routes/service.ts';
import { ageStarts, priceStarts } from '#core/valuation/model.ts';
import { ratingSettings } from '#core/valuation/thresholds.ts';
import type { howWeRate } from '../i18n/en/rating.ts';
import { formatDate, formatKroner, formatNumber, percentOf } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useRatingTexts } from '../i18n/text-parts.ts';
import { useTitle } from '../ui/messages.tsx';
import { useRatingFigures } from '../valuation/use-rating-figures.ts';
import { sectionId, TextFrame, textLook } from './text-page.tsx';

type RatingFigures = ClientResponse<(typeof serviceRoutes)['GET /api/rating-figures']>;
type FigureRow = RatingFigures['rows'][number];
type Words = typeof howWeRate;

export const figureGroups = ['make', 'age', 'price'] as const;

const nextStart = (starts: readonly number[], name: string) =>
  starts[starts.indexOf(Number(name)) + 1] ?? null;

/** A make, or the band of ages or prices that a row is about. */
export function nameOf({ group, name }: FigureRow, words: Words): string {
  if (group === 'make')
    return /^\p{Ll}/u.test(name) ? name.replace(/^./u, (first) => first.toUpperCase()) : name;
  const next = nextStart(group === 'age' ? ageStarts : priceStarts, name);
  if (group === 'age') return words.ages(Number(name), next === null ? null : next - 1);
  const to = next === null ? null : formatKroner(next);
  return name === '0' && to ? words.priceTo(to) : words.prices(formatKroner(Number(name)), to);
}

/** The rows of a group: makes by how many cars there are, bands from below. */
export function rowsOf(rows: readonly FigureRow[], group: FigureRow['group']): FigureRow[] {
  const own = rows.filter((row) => row.group === group);
  if (group !== 'make') return own.sort((one, other) => Number(one.name) - Number(other.name));
  return own.sort((one, other) => other.cars - one.cars);
}

/** The row with the largest error; null where all are alike or there is one alone. */
function worstOf(rows: readonly FigureRow[]): FigureRow | null {
  const [worst, next] = rows.toSorted((one, other) => other.error - one.error);
  return worst && next && worst.error > next.error ? worst : null;
}

/** What the valuation is least sure of, in words: one of each group. */
function worstNames(rows: readonly FigureRow[], words: Words): string | null {
  const names = figureGroups.flatMap((group) => {
    const worst = worstOf(rowsOf(rows, group));
    if (!worst) return [];
    const name = nameOf(worst, words);
    return { make: name, age: words.worstAge(name), price: words.worstPrice(name) }[group];
  });
  const last = names.pop();
  if (last === undefined) return null;
  return names.length > 0 ? `${names.join(', ')} ${words.and} ${last}` : last;
}

/** How well the cars of each make, or of each band, are valued; the worst row says so. */
function FiguresTable({ group, rows }: { group: FigureRow['group']; rows: readonly FigureRow[] }) {
  const { howWeRate: t } = useRatingTexts();
  const worst = worstOf(rows);
  return (
    <table className="mt-8 w-full text-left text-control">
      <caption className="mb-2 text-left text-h3 font-semibold">{t.group[group]}</caption>
      <thead>
        <tr className="border-b border-ink">
          <th scope="col" className="py-2.5 pr-4">
            <span className="sr-only">{t.group[group]}</span>
          </th>
          {[t.cars, t.error, t.coverage].map((title) => (
            <th key={title} scope="col" className="py-2.5 pl-4 text-right font-semibold">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-b border-rule">
            <th scope="row" className="py-2.5 pr-4 font-normal">
              {nameOf(row, t)} {row === worst && <b className="font-semibold">({t.worstMark})</b>}
            </th>
            <td className="py-2.5 pl-4 text-right">{formatNumber(row.cars)}</td>
            <td className="py-2.5 pl-4 text-right font-semibold whitespace-nowrap">{percentOf(row.error)}</td>
            <td className="py-2.5 pl-4 text-right whitespace-nowrap">{percentOf(row.coverage)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How a car is rated, and how well that works here: the figures are the valuation's own, of its last fit. */
export default function HowWeRate() {
  const { howWeRate: t } = useRatingTexts();
  const { figures, isError } = useRatingFigures();
  useTitle(t.title);
  const inPercent = (share: number) => Math.round(share * 100);
  const deals = [
    t.amazing(inPercent(ratingSettings.amazingBelowShare)),
    t.fair,
    t.poor(inPercent(ratingSettings.poorAboveShare)),
    t.noEstimate,
  ];
  return (
    <div className="column">
      <TextFrame
        title={t.title}
        lead={t.lead}
        heading="h1"
        sections={[t.valueTitle, t.dealsTitle, t.figuresTitle]}
        below={<Tables figures={figures} />}
      >
        <section id={sectionId(0)} className={textLook.section}>
          <h2 className={textLook.title}>{t.valueTitle}</h2>
          <p className={textLook.paragraph}>{t.value}</p>
        </section>
        <section id={sectionId(1)} className={textLook.section}>
          <h2 className={textLook.title}>{t.dealsTitle}</h2>
          {deals.map((text) => (
            <p key={text} className={textLook.paragraph}>
              {text}
            </p>
          ))}
        </section>
        <section id={sectionId(2)} className={textLook.section}>
          <h2 className={textLook.title}>{t.figuresTitle}</h2>
          {isError && <p className={textLook.paragraph}>{t.failed}</p>}
          {figures?.is_lent && <p className={textLook.paragraph}>{t.lent}</p>}
          {figures && <Measured figures={figures} />}
        </section>
      </TextFrame>
    </div>
  );
}

function Tables({ figures }: { figures: RatingFigures | undefined }) {
  return (
    <div className="grid min-h-96 content-start items-start gap-x-14 lg:grid-cols-3">
      {figureGroups.map((group) => {
        const own = rowsOf(figures?.rows ?? [], group);
        return own.length > 0 && <FiguresTable key={group} group={group} rows={own} />;
      })}
    </div>
  );
}

function Measured({ figures }: { figures: RatingFigures }) {
  const { howWeRate: t } = useRatingTexts();
  const { language } = useLanguage();
  const { all, rows, pool, least_pool: leastPool } = figures;
  if (!all) {
    const isShort = pool < leastPool && !figures.is_lent;
    return <p className={textLook.paragraph}>{isShort ? t.none(leastPool - pool) : t.noneYet}</p>;
  }
  const worst = worstNames(rows, t);
  return (
    <>
      <p className={textLook.paragraph}>
        {t.figures(all.cars, percentOf(all.error), percentOf(all.coverage))}
      </p>
      {worst && <p className={`${textLook.paragraph} font-semibold`}>{t.worst(worst)}</p>}
      <p className="mt-3 text-meta text-ink-3">{t.fitted(formatDate(figures.fitted_on, language))}</p>
    </>
  );
}
