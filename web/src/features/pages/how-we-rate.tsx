import { ratingSettings } from '#core/valuation/rating-settings.ts';
import { useRatingFigures } from '../../api/use-rating-figures.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useRatingTexts } from '../../i18n/rating-texts.ts';
import { useTitle } from '../../ui/use-title.ts';
import { figureGroups, type RatingFigures, rowsOf, worstNames } from './figure-names.ts';
import { FiguresTable, percentOf } from './figures-table.tsx';

const sectionTitle = 'text-[22px]/7 tracking-[-0.015em]';
const section = 'mt-9 border-t border-rule pt-6';
const paragraph = 'mt-3 text-body text-ink-2';

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
    <article className="column py-10 md:py-14">
      <div className="max-w-[68ch]">
        <h1 className="text-[44px]/12 tracking-[-0.035em]">{t.title}</h1>
        <p className="mt-3 text-lead text-ink-2">{t.lead}</p>
        <section className={section}>
          <h2 className={sectionTitle}>{t.valueTitle}</h2>
          <p className={paragraph}>{t.value}</p>
        </section>
        <section className={section}>
          <h2 className={sectionTitle}>{t.dealsTitle}</h2>
          {deals.map((text) => (
            <p key={text} className={paragraph}>
              {text}
            </p>
          ))}
        </section>
        <section className={section}>
          <h2 className={sectionTitle}>{t.figuresTitle}</h2>
          {isError && <p className={paragraph}>{t.failed}</p>}
          {figures?.is_lent && <p className={paragraph}>{t.lent}</p>}
          {figures && <Measured figures={figures} />}
        </section>
      </div>
      <div className="grid min-h-96 content-start items-start gap-x-14 lg:grid-cols-3">
        {figureGroups.map((group) => {
          const own = rowsOf(figures?.rows ?? [], group);
          return own.length > 0 && <FiguresTable key={group} group={group} rows={own} />;
        })}
      </div>
    </article>
  );
}

function Measured({ figures }: { figures: RatingFigures }) {
  const { howWeRate: t } = useRatingTexts();
  const { language } = useLanguage();
  const { all, rows, pool, least_pool: leastPool } = figures;
  if (!all) {
    const isShort = pool < leastPool && !figures.is_lent;
    return <p className={paragraph}>{isShort ? t.none(leastPool - pool) : t.noneYet}</p>;
  }
  const worst = worstNames(rows, t);
  return (
    <>
      <p className={paragraph}>{t.figures(all.cars, percentOf(all.error), percentOf(all.coverage))}</p>
      {worst && <p className={`${paragraph} font-semibold`}>{t.worst(worst)}</p>}
      <p className="mt-3 text-meta text-ink-3">{t.fitted(formatDate(figures.fitted_on, language))}</p>
    </>
  );
}
