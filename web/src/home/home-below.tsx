import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { formatKroner, formatNumber } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { importTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { PlanPrices } from '../payments/plan-prices.tsx';
import { useUpgrade } from '../payments/upgrade.tsx';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { NumberPlate } from '../ui/number-plate.tsx';
import { PriceLine, placeOnLine } from '../ui/price-line.tsx';
import { exampleLine } from './home-example.tsx';

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
      <WatchImport />
      <Limits />
      <Costs />
    </>
  );
}

/** Invented for the drawing of the three steps. */
const exampleLink = '…/marketplace/odense/search?query=octavia';
const examplePlate = 'CX41287';

/** Three steps hang on one rule: the price line again. */
function HowItWorks() {
  const t = useTexts();
  return (
    <ol className="relative mt-4 grid gap-8 md:grid-cols-3 md:before:absolute md:before:inset-x-0 md:before:top-16 md:before:border-t md:before:border-rule-2">
      <Step title={t.home.pasteTitle} text={t.home.pasteText}>
        <div className="flex h-14 w-full max-w-86 items-center gap-2.5 rounded-[10px] border border-field bg-surface px-4.5 text-control">
          <Icon name="link" size={18} className="text-ink-3" />
          <span className="truncate">{exampleLink}</span>
        </div>
      </Step>
      <Step title={t.home.lookUpTitle} text={t.home.lookUpText}>
        <div className="relative bg-paper px-4.5 py-3.5">
          <Corner place="top-0 left-0 border-t border-l rounded-tl-[10px]" />
          <Corner place="top-0 right-0 border-t border-r rounded-tr-[10px]" />
          <Corner place="bottom-0 left-0 border-b border-l rounded-bl-[10px]" />
          <Corner place="right-0 bottom-0 border-r border-b rounded-br-[10px]" />
          <NumberPlate plate={examplePlate} large />
        </div>
      </Step>
      <Step title={t.home.gapTitle} text={t.home.gapText}>
        <LabelledLine />
      </Step>
    </ol>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="relative">
      <div className="flex h-32 items-center">{children}</div>
      <h3 className="mt-5 text-[22px]/7 tracking-[-0.015em]">{title}</h3>
      <p className="mt-1.5 max-w-[34ch] text-body text-ink-2">{text}</p>
    </li>
  );
}

function Corner({ place }: { place: string }) {
  return <span aria-hidden="true" className={`absolute size-4 border-accent ${place}`} />;
}

const lineWidth = 373;
const lineScale = 1.5;

function LabelledLine() {
  const line = exampleLine;
  const place = (dkk: number) =>
    (placeOnLine(dkk, (line.lowDkk + line.highDkk) / 2, lineWidth, 9 * lineScale) / lineWidth) * 100;
  return (
    <div className="relative w-full">
      <PriceLine data={line} width={lineWidth} scale={lineScale} />
      {/* Attributes of a drawing: the policy forbids style attributes on a page that was built ahead. */}
      <svg
        aria-hidden="true"
        className="absolute inset-x-0 top-full h-6 w-full overflow-visible text-control font-semibold"
      >
        <text x={`${place(line.priceDkk)}%`} y="1em" textAnchor="middle" className="fill-amazing">
          {formatNumber(line.priceDkk)}
        </text>
        <text x={`${place(line.avgDkk)}%`} y="1em" textAnchor="middle" className="fill-ink">
          {formatKroner(line.avgDkk)}
        </text>
      </svg>
    </div>
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
  const [section, isNear] = useIsNear();
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
  const [section, isNear] = useIsNear();
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

const asksForLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * An import that anyone can watch. The recording, and all that plays it, is fetched when somebody comes near it; for those
 * who ask for less motion, when they press its button.
 */
export function WatchImport() {
  const { language, texts: t } = useLanguage();
  const [section, isNear] = useIsNear();
  const [isPressed, setPressed] = useState(false);
  const isWanted = isPressed || (isNear && !asksForLessMotion());
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['recorded-import'],
    queryFn: async () => {
      const [part] = await Promise.all([
        import('../imports/import-playback.tsx'),
        importTexts.load(language),
      ]);
      return { Playback: part.ImportPlayback, recording: await part.fetchRecording() };
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ask = () => {
    setPressed(true);
    if (isWanted) void refetch();
  };
  return (
    <section ref={section} className="column pt-20 motion-safe:min-h-160 md:pt-28">
      <h2 className={h2}>{t.home.watchTitle}</h2>
      <p className="mt-3 max-w-[60ch] text-body text-ink-2">{t.home.watchText}</p>
      {isWanted && data ? (
        <data.Playback recording={data.recording} takesFocus={isPressed} />
      ) : (
        <div className="mt-6 grid gap-3">
          {isError && !isFetching && (
            <p role="alert" className="text-control text-poor">
              {t.home.watchFailed}
            </p>
          )}
          <Button aria-disabled={isFetching} look="secondary" className="justify-self-start" onClick={ask}>
            {isFetching ? t.common.loading : isError ? t.common.tryAgain : t.home.watch}
          </Button>
        </div>
      )}
    </section>
  );
}

const marginPx = 200;

/** True once the element is close to the viewport; used to load content far below later. */
function useIsNear(): [RefObject<HTMLElement | null>, boolean] {
  const element = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: `${marginPx}px 0px`,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [element, isNear];
}
