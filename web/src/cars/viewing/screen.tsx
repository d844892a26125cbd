import { useId, useState } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { calendarDay } from '#core/shared.ts';
import { toHundreds } from '#core/valuation/valuation.ts';
import { ApiError } from '../../api/api-error.ts';
import { useSession } from '../../api/session.ts';
import { formatKroner, formatMileage, formatNumber } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/language.tsx';
import { useViewingTexts } from '../../i18n/text-parts.ts';
import { paths } from '../../paths.ts';
import { useUpgrade } from '../../payments/upgrade.tsx';
import { type Finding, findingsOf, SaidText } from '../../register/findings.tsx';
import { saveFile } from '../../save-file.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { type Fact, FactList, ScreenNotice, useTitle } from '../../ui/messages.tsx';
import { notify } from '../../ui/notices.tsx';
import { spacePlate } from '../../ui/number-plate.tsx';
import { GapText, priceLineOf, priceText } from '../car-card.tsx';
import { CarLoading, GoneNotice, LockedCarPage } from '../car-page.tsx';
import { isOtherModel } from '../evidence-remarks.ts';
import { bothSay } from '../specifications.tsx';
import { useCar } from '../use-car.ts';
import { BeforeYouPay } from './before-you-pay.tsx';
import { type CheckWithReasons, checksOf } from './checks.ts';

const today = () => calendarDay(new Date().toISOString());

/** A car's sheet to take to its viewing, on one printed page; below it, on the screen alone, what comes before paying. */
export default function Viewing({ id }: { id: string }) {
  const session = useSession();
  // The visible cars depend on the reader, so wait for the session instead of requesting twice.
  return session.status === 'loading' ? <CarLoading /> : <ViewingOf id={id} />;
}

function ViewingOf({ id }: { id: string }) {
  const t = useViewingTexts();
  const { data: car, error, refetch } = useCar(id);
  const openUpgrade = useUpgrade();
  useTitle(t.viewing.title);
  if (error instanceof ApiError && error.status === 404)
    return <ScreenNotice title={t.car.notFoundTitle} text={t.car.notFoundText} action={t.car.back} />;
  if (error) return <LoadError error={error} onRetry={refetch} className="column py-16" />;
  if (!car) return <CarLoading />;
  if (car.locked) return <LockedCarPage car={car} onUpgrade={openUpgrade} />;
  return <Sheet car={car} />;
}

function Sheet({ car }: { car: WireCarDetail }) {
  const t = useViewingTexts();
  const format = useFormat();
  const found = findingsOf(car, t, format.date, today()).filter(
    ({ isGood, key }) => !isGood && key !== 'register',
  );
  const rule = 'mt-10 border-t border-rule pt-8';
  return (
    <article className="column pb-24 print:p-0">
      <div className="flex h-16 flex-wrap items-center justify-between gap-x-4 print:hidden">
        <Link to={paths.car(car.id)} className="flex min-h-11 items-center gap-2 text-meta font-semibold">
          <Icon name="back" size={18} />
          {t.viewing.back}
        </Link>
        <Button look="secondary" onClick={() => window.print()}>
          {t.viewing.print}
        </Button>
      </div>
      <h1 className="text-[32px]/9 tracking-[-0.03em] wrap-anywhere print:text-xl/6">
        {t.viewing.of(car.title)}
      </h1>
      <p className="mt-2 mb-5 max-w-3xl text-body text-ink-2 print:hidden">{t.viewing.lead}</p>
      <GoneNotice car={car} />
      <div className="mt-6 grid gap-x-14 gap-y-8 md:grid-cols-[minmax(0,1fr)_320px] print:mt-2 print:grid-cols-[minmax(0,1fr)_62mm] print:gap-5">
        <div>
          <FoundList found={found} />
          <LookList checks={checksOf(car, t.viewing, t.filters, today())} />
        </div>
        <div>
          <h2 className="text-h3 font-semibold">{t.viewing.facts}</h2>
          <FactList rows={useSheetFacts(car)} className="mt-2 border-t border-rule" />
          <GapText car={car} className="mt-3 text-control font-semibold" />
          <Comparables car={car} />
          <div className="hidden print:block">
            <h2 className="mt-6 text-h3 font-semibold">{t.viewing.notes}</h2>
            <div aria-hidden="true" className="h-72 rounded-lg border border-dashed border-rule-2" />
          </div>
        </div>
      </div>
      <p className="mt-4 hidden text-caption text-ink-2 wrap-anywhere print:block">{car.item_url}</p>
      <div className="print:hidden">
        <BeforeYouPay car={car} className={rule} />
        <Contract car={car} className={rule} />
        <Calendar car={car} className={rule} />
      </div>
    </article>
  );
}

/** A box to tick by hand. */
const Box = () => (
  <span aria-hidden="true" className="mt-1 size-3.5 flex-none rounded-[3px] border border-ink-3" />
);

function FoundList({ found }: { found: readonly Finding[] }) {
  const t = useViewingTexts();
  return (
    <section>
      <h2 className="text-h3 font-semibold">{t.viewing.found}</h2>
      {found.length === 0 && <p className="mt-2 text-control text-ink-2">{t.viewing.foundNothing}</p>}
      <ul className="mt-2 grid gap-2.5 print:gap-1">
        {found.map(({ key, title, text }) => (
          <li key={key} className="flex gap-3">
            <Box />
            <p className="text-control print:text-[9.5pt]/[12pt]">
              <b className="font-semibold">{title}.</b>{' '}
              <span className="text-ink-2">
                <SaidText said={text} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LookList({ checks }: { checks: readonly CheckWithReasons[] }) {
  const t = useViewingTexts();
  return (
    <section className="mt-8 print:mt-3">
      <h2 className="text-h3 font-semibold">{t.viewing.look}</h2>
      <ul className="mt-2 grid gap-2.5 print:gap-1">
        {checks.map(({ check, because }) => (
          <li key={check} className="flex gap-3">
            <Box />
            <p className="text-control print:text-[9.5pt]/[12pt]">
              {t.viewing.checks[check]}
              {because.length > 0 && <span className="text-ink-2">{` (${because.join(', ')})`}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSheetFacts(car: WireCarDetail): Fact[] {
  const t = useViewingTexts();
  const format = useFormat();
  const dayOr = (day: string | null) => (day === null ? '-' : format.date(day));
  const line = priceLineOf(car);
  const both = bothSay(car, t);
  const rows: (Fact | null)[] = [
    [t.viewing.asked, priceText(car, t)],
    line && [t.car.marketValue, t.car.kroner(`${formatNumber(line.lowDkk)}–${formatNumber(line.highDkk)}`)],
    [t.car.plate, car.plate === null ? '-' : spacePlate(car.plate)],
    [t.car.year, both('year_differs') ?? car.year ?? '-'],
    [t.car.mileage, both('mileage_below_inspection') ?? formatMileage(car.mileage)],
    [t.car.fuel, both('fuel_differs') ?? (car.fuel ? t.filters.fuels[car.fuel] : '-')],
    [t.car.transmission, both('gearbox_differs') ?? (car.gearbox ? t.filters.gearboxes[car.gearbox] : '-')],
    [t.car.lastInspection, dayOr(car.sidste_syn)],
    [t.car.nextInspection, dayOr(car.naeste_syn)],
    [t.car.firstSeen, format.date(car.first_seen)],
  ];
  return rows.filter((row) => row !== null);
}

const mostComparables = 4;

function Comparables({ car }: { car: WireCarDetail }) {
  const t = useViewingTexts();
  // A register's value rests on none of them.
  const comparables = car.why?.source === 'model' ? car.why.comparables.slice(0, mostComparables) : [];
  if (comparables.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="text-h3 font-semibold">{t.viewing.similar}</h2>
      <ul className="mt-2 grid gap-1.5 text-meta">
        {comparables.map((other) => (
          <li key={other.id}>
            {[other.title, other.year, formatMileage(other.mileage), formatKroner(other.price)]
              .filter(Boolean)
              .join(' · ')}
            <span className="block text-ink-2">
              {t.viewing.adjusted(formatKroner(toHundreds(other.adjusted_price)))}
              {isOtherModel(other, car.model) && ` · ${t.why.otherModel(other.model!)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PartProps = { car: WireCarDetail; className: string };

/** What can be loaded only when it is asked for, and fails where the network does. */
function useSaving() {
  const t = useViewingTexts();
  const [isSaving, setSaving] = useState(false);
  const save = async (make: () => Promise<[BlobPart, string, string]>) => {
    if (isSaving) return;
    setSaving(true);
    try {
      saveFile(...(await make()));
    } catch {
      notify(t.viewing.failed);
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save };
}

function Contract({ car, className }: PartProps) {
  const t = useViewingTexts();
  const { isSaving, save } = useSaving();
  const make = async (): Promise<[BlobPart, string, string]> => {
    const { purchaseContract } = await import('./contract.ts');
    const file = await purchaseContract(car, calendarDay(car.scraped_time));
    return [file as Uint8Array<ArrayBuffer>, 'application/pdf', `slutseddel-${car.plate ?? car.id}.pdf`];
  };
  return (
    <section className={className}>
      <h2 className="text-h2 tracking-[-0.03em]">{t.viewing.contract}</h2>
      <p className="mt-2 max-w-3xl text-control text-ink-2">{t.viewing.contractText}</p>
      <Button aria-disabled={isSaving} look="secondary" className="mt-4" onClick={() => void save(make)}>
        {t.viewing.contractSave}
      </Button>
    </section>
  );
}

function Calendar({ car, className }: PartProps) {
  const t = useViewingTexts();
  const format = useFormat();
  const formId = useId();
  const [at, setAt] = useState({ day: '', time: '' });
  const { isSaving, save } = useSaving();
  const next = car.naeste_syn;
  const isOffered = car.availability === 'live' || car.availability === 'pending';
  const event = (id: string, summary: string) => ({
    id: `${id}-${car.id}@${location.hostname}`,
    summary,
    description: /^https?:/.test(car.item_url) ? t.viewing.ad(car.item_url) : '',
    url: location.origin + paths.car(car.id),
    where: id === 'viewing' ? car.city : null,
  });
  const saveViewing = () =>
    save(async () => {
      const { viewingCalendar } = await import('./calendar.ts');
      const file = viewingCalendar(
        event('viewing', t.viewing.viewingOf(car.title)),
        new Date(`${at.day}T${at.time}`),
      );
      return [file, 'text/calendar', 'bilfund-viewing.ics'];
    });
  const saveInspection = (day: string) =>
    save(async () => {
      const { inspectionCalendar } = await import('./calendar.ts');
      const file = inspectionCalendar(event('inspection', t.viewing.inspectionOf(car.title)), day);
      return [file, 'text/calendar', 'bilfund-inspection.ics'];
    });
  const hasInspection = next !== null && next >= today();
  if (!isOffered && !hasInspection) return null;
  return (
    <section className={className}>
      <h2 className="text-h2 tracking-[-0.03em]">{t.viewing.calendar}</h2>
      {isOffered && (
        <form
          id={formId}
          className="mt-4 grid max-w-xl items-end gap-4 sm:grid-cols-2"
          onSubmit={(submit) => {
            submit.preventDefault();
            void saveViewing();
          }}
        >
          <TextField
            type="date"
            required
            min={today()}
            label={t.viewing.day}
            value={at.day}
            onChange={({ target }) => setAt({ ...at, day: target.value })}
          />
          <TextField
            type="time"
            required
            label={t.viewing.time}
            value={at.time}
            onChange={({ target }) => setAt({ ...at, time: target.value })}
          />
        </form>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {isOffered && (
          <Button type="submit" form={formId} aria-disabled={isSaving} look="secondary">
            {t.viewing.addViewing}
          </Button>
        )}
        {hasInspection && (
          <Button aria-disabled={isSaving} look="secondary" onClick={() => void saveInspection(next)}>
            {t.viewing.addInspection(format.date(next))}
          </Button>
        )}
      </div>
    </section>
  );
}
