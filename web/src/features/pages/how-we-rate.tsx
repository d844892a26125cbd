import { ratingSettings } from '#core/valuation/rating-settings.ts';
import { useRatingFigures } from '../../api/use-rating-figures.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useRatingTexts } from '../../i18n/rating-texts.ts';
import { useTitle } from '../../ui/use-title.ts';
import { figureGroups, type RatingFigures, rowsOf, worstNames } from './figure-names.ts';
import { FiguresTable, percentOf } from './figures-table.tsx';
import { sectionId, TextFrame, textLook } from './text-frame.tsx';

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
