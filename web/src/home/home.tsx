import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useIsNear } from '../app/use-is-near.ts';
import { useTexts } from '../i18n/language.tsx';
import { keepLink } from '../imports/waiting-link.ts';
import { paths } from '../paths.ts';
import { PlanPrices } from '../payments/plan-prices.tsx';
import { useUpgrade } from '../payments/upgrade.tsx';
import { button } from '../ui/button.ts';
import { Link } from '../ui/link.tsx';
import { LinkField } from '../ui/link-field.tsx';
import { LinkOutcome, useReadLink } from '../ui/link-outcome.tsx';
import { useGo } from '../ui/navigation.ts';
import { notify } from '../ui/notices.tsx';
import { DemoLine } from './home-demo-line.tsx';
import { HomeExample } from './home-example.tsx';
import { HowItWorks } from './home-how-it-works.tsx';
import { WatchImport } from './home-watch-import.tsx';

const h2 = 'text-[34px]/10 tracking-[-0.035em] md:text-[44px]/12';

const openCarsClass = 'column min-h-100 pt-16 md:pt-24';

const OpenCars = lazy(() => import('./home-open-cars.tsx'));
const Accuracy = lazy(() => import('./home-accuracy.tsx'));

/** For visitors: what the product is, in five seconds and real numbers. */
export default function Home() {
  const t = useTexts();
  return (
    <>
      <Opening />
      <HomeExample />
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

/** The link typed here waits in the import field behind the sign-in: nobody signs up for one that cannot be imported. */
function Opening() {
  const t = useTexts();
  const go = useGo();
  const readLink = useReadLink();
  const [link, setLink] = useState('');
  const [isPressed, setPressed] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    setPressed(true);
    if (link.trim() === '') return field?.focus();
    const reading = await readLink(link);
    if (reading?.isOk === false) return field?.focus();
    keepLink(link);
    notify(t.home.signInFirst);
    go(paths.register);
  };
  return (
    <section className="column pt-10 md:pt-14">
      <div className="grid items-end gap-x-12 gap-y-5 xl:grid-cols-[1fr_372px]">
        <h1 className="text-[46px]/[46px] tracking-[-0.042em] sm:text-[64px]/[64px] lg:text-[80px]/[78px]">
          {t.home.title}
        </h1>
        <p className="max-w-[46ch] text-lead text-ink-2 xl:pb-1.5">{t.home.lead}</p>
      </div>
      <div className="mt-7">
        <LinkField
          value={link}
          label={t.home.linkLabel}
          placeholder={t.home.linkPlaceholder}
          action={t.home.rate}
          shortAction={t.home.rate}
          isDisabled={false}
          size="large"
          onChange={(typed) => {
            setLink(typed);
            setPressed(false);
          }}
          onSubmit={submit}
        />
        {isPressed && link.trim() === '' && (
          <p role="alert" className="mt-3 text-control font-semibold text-poor">
            {t.home.linkMissing}
          </p>
        )}
        <LinkOutcome link={link} isPressed={isPressed} />
        <div className="mt-3">
          <DemoLine />
          <p className="text-caption text-ink-2">{t.home.note}</p>
        </div>
      </div>
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
          <button type="button" className={`${button.link} text-control`} onClick={() => openUpgrade()}>
            {t.plans.seePlans}
          </button>
        }
      />
    </section>
  );
}
