import { lazy, Suspense } from 'react';
import { useIsNear } from '../app/use-is-near.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { PlanPrices } from '../payments/plan-prices.tsx';
import { useUpgrade } from '../payments/upgrade.tsx';
import { button } from '../ui/button.ts';
import { Link } from '../ui/link.tsx';
import { Button } from '../ui/press.tsx';
import { HowItWorks } from './home-how-it-works.tsx';
import { WatchImport } from './home-watch-import.tsx';

const OpenCars = lazy(() => import('./home-open-cars.tsx'));
const Accuracy = lazy(() => import('./home-accuracy.tsx'));

const h2 = 'text-[34px]/10 tracking-[-0.035em] md:text-[44px]/12';

const openCarsClass = 'column min-h-100 pt-16 md:pt-24';

/** How often we are wrong, some cars, how it works, what it knows and what it costs. */
export default function Below() {
  const t = useTexts();
  return (
    <>
      <HowOftenWrong />
      <OpenCarsInTime />
      <section className="column pt-20 md:pt-28">
        <h2 className={h2}>{t.home.howTitle}</h2>
        <HowItWorks />
      </section>
      <WatchImport headingClass={h2} />
      <Limits />
      <Costs />
    </>
  );
}

/** What a rating knows of a car, and what nobody has looked at. */
function Limits() {
  const t = useTexts();
  return (
    <section className="column grid gap-x-12 gap-y-10 pt-20 md:grid-cols-2 md:pt-28">
      <Points
        title={t.home.readTitle}
        points={[t.home.readAd, t.home.readPlate, t.home.readRegister, t.home.readPrices]}
      />
      <Points
        title={t.home.unseenTitle}
        points={[t.home.unseenCondition, t.home.unseenSales, t.home.unseenAds, t.home.unseenTruth]}
      />
    </section>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h2 className="border-b border-ink pb-3 text-[28px]/8 tracking-[-0.03em]">{title}</h2>
      <ul>
        {points.map((point) => (
          <li key={point} className="border-b border-rule py-3 text-body text-ink-2">
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Costs() {
  const t = useTexts();
  const openUpgrade = useUpgrade();
  return (
    <section className="column pt-20 md:pt-28">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 className={h2}>{t.home.costTitle}</h2>
        <p className="max-w-105 text-body text-ink-2">{t.home.costLead}</p>
      </div>
      <PlanPrices
        startAction={
          <Link to={paths.register} className={`${button.link} text-control`}>
            {t.plans.startFree}
          </Link>
        }
        planAction={
          <Button look="link" className="text-control" onClick={() => openUpgrade()}>
            {t.plans.seePlans}
          </Button>
        }
      />
    </section>
  );
}

/** The figures are fetched after the page's first picture; their place is kept. */
function HowOftenWrong() {
  const t = useTexts();
  const [section, isNear] = useIsNear<HTMLElement>();
  return (
    <section ref={section} className="column min-h-92 pt-14 md:min-h-72 md:pt-20">
      <h2 className="text-h3">{t.home.wrongTitle}</h2>
      <Suspense>{isNear && <Accuracy />}</Suspense>
    </section>
  );
}

/** Far down on a phone: its cards are fetched when one comes near. */
function OpenCarsInTime() {
  const t = useTexts();
  const [section, isNear] = useIsNear<HTMLElement>();
  const waiting = (
    <section ref={section} className={openCarsClass}>
      <h2 className={h2}>{t.home.scaleTitle}</h2>
    </section>
  );
  if (!isNear) return waiting;
  return (
    <Suspense fallback={waiting}>
      <OpenCars className={openCarsClass} headingClass={h2} />
    </Suspense>
  );
}
