import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isOffered } from '#core/cars/listing-life.ts';
import type { CarListWire, WireCar } from '#core/contract/routes/cars.ts';
import { gapToMarket } from '#core/valuation/valuation.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { newestCatalogVersion } from '../api/catalog-version.ts';
import { queryKeys } from '../api/queries.ts';
import { onSessionEnd } from '../api/session.ts';
import { gapWords, priceLineOf, priceText, shortenTitle } from '../cars/car-card.tsx';
import { formatKroner } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { useImportTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { isText, keep, recallList } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { dealColor } from '../ui/deal-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';

const key = 'bilfund_first_looks_closed';
/** How many closed imports are remembered. */
const mostKept = 50;

const readClosed = () => recallList('browser', key, isText);

/** Whether the reader has closed the first look of this import. */
export const isClosed = (importId: string): boolean => readClosed().includes(importId);

const rememberClosed = (importId: string): boolean =>
  keep('browser', key, JSON.stringify([...readClosed(), importId].slice(-mostKept)));

onSessionEnd(() => keep('browser', key, null));

/** A recommended car in two lines: title, price and its advantage. */
function PickedCar({ car }: { car: WireCar }) {
  const t = useTexts();
  // Readers without estimates see the price drop instead.
  const drop = car.valuation_avg === null ? car.price_drop : null;
  return (
    <li className="w-60 flex-none text-meta">
      <Link to={paths.car(car.id)} className="block py-1 hover:underline">
        <span className="block truncate font-semibold text-ink">{shortenTitle(car.title)}</span>
        <span className="text-ink-2">{priceText(car, t)} · </span>
        <span className={dealColor[car.deal]}>
          {drop ? t.card.dropped(formatKroner(drop.amount)) : gapWords(car, t)}
        </span>
      </Link>
    </li>
  );
}

/** Three cars side by side; on phones they scroll sideways. */
const picksLine = 'flex gap-x-5 overflow-x-auto whitespace-nowrap [scrollbar-width:none]';

/** A placeholder of the same height. */
function WaitingPicks() {
  return (
    <ul aria-hidden="true" className={picksLine}>
      {[0, 1, 2].map((place) => (
        <li key={place} className="skeleton h-12 w-60 flex-none" />
      ))}
    </ul>
  );
}

/** Pages of thirty: more than the largest import brings (`core/imports/own-page.ts`). */
const mostPages = 7;

const longestWaitMs = 15_000;

/** Retries until a busy service answers, since nothing else would request it again. */
const mayBeAnswered = (error: unknown) =>
  !(error instanceof ApiError) || ![400, 401, 403, 404].includes(error.status);

/** All cars of an import as its list shows them to this reader; asked anew whenever lists are. */
function useCarsOfImport(importId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [...queryKeys.carLists, 'first-look', importId],
    queryFn: async ({ signal }) => {
      const askPage = (page: number) =>
        call('GET /api/cars', {
          query: { import: importId, page: String(page), catalogVersion: newestCatalogVersion() },
          signal,
        });
      // In the shape of one page: whatever changes a car in the cached lists changes it here.
      const list = await askPage(1);
      for (let page = 2; page <= Math.min(list.totalPages, mostPages); page++)
        list.cars.push(...(await askPage(page)).cars);
      return list;
    },
    enabled: isEnabled,
    // An answer from the start of the import says nothing about its end.
    staleTime: 0,
    retry: (_, error) => mayBeAnswered(error),
    retryDelay: (failures) => Math.min(longestWaitMs, 1_000 * 2 ** failures),
  });
}

type FirstLookFacts = {
  /** The import's cars that are open to this reader. */
  total: number;
  /** Those that ask less than the market; null for who sees no estimates. */
  belowMarket: number | null;
  /** Those with a fair price, which every reader is told. */
  fair: number;
  /** The cars to open first. */
  picks: WireCar[];
};

const mostPicks = 3;

const gapOf = (car: WireCar): number | null => {
  const line = priceLineOf(car);
  return line && gapToMarket(line.priceDkk, line.avgDkk);
};
const isForSale = ({ availability }: WireCar) => isOffered(availability);

/** Without weighty findings before with them, then by what speaks for the price, then by how little there is to check. */
const byWorth = (worthOf: (car: WireCar) => number) => (a: WireCar, b: WireCar) =>
  Number(a.findings.heavy > 0) - Number(b.findings.heavy > 0) ||
  worthOf(b) - worthOf(a) ||
  a.findings.count - b.findings.count;

/**
 * The recommended cars of an import, from what its list shows this reader only (decision 23): with estimates, cars farthest
 * below the market; without, fair prices that were reduced.
 */
export function worthALook(listed: CarListWire['cars'], seesEstimates: boolean): FirstLookFacts {
  const cars = listed.filter((car) => !car.locked);
  const fair = cars.filter(({ deal }) => deal === 'fair');
  const below = cars.filter((car) => (gapOf(car) ?? 0) < 0);
  const best = seesEstimates
    ? below.filter(isForSale).sort(byWorth((car) => -(gapOf(car) ?? 0)))
    : fair.filter(isForSale).sort(byWorth((car) => car.price_drop?.amount ?? 0));
  return {
    total: cars.length,
    belowMarket: seesEstimates ? below.length : null,
    fair: fair.length,
    picks: best.slice(0, mostPicks),
  };
}

type Access = { hasPremium: boolean; seesEstimates: boolean; isKnown: boolean };

type Props = {
  importId: string;
  /** Some of its cars are not rated yet. */
  isRunning: boolean;
  access: Access;
  onBestFirst: () => void;
  onUpgrade: OpenUpgrade;
};

/** When an import has ended: how its prices stand, which cars to open first, and what a plan would show. Said until it is closed. */
export default function FirstLook({ importId, isRunning, access, onBestFirst, onUpgrade }: Props) {
  const t = useImportTexts();
  const [isGone, setGone] = useState(() => isClosed(importId));
  const { data, isError } = useCarsOfImport(importId, !isGone && !isRunning && access.isKnown);
  if (isGone || isError) return null;
  const facts = isRunning || !data ? null : worthALook(data.cars, access.seesEstimates);
  if (facts?.total === 0) return null;
  const close = () => {
    rememberClosed(importId);
    setGone(true);
  };
  // Keeps its space while the import runs, so that the cars below do not move when it ends.
  if (!facts) return <Frame picks={<WaitingPicks />}>{t.firstLook.soon}</Frame>;
  const picks = facts.picks.map((car) => <PickedCar key={car.id} car={car} />);
  return (
    <Frame
      picks={
        picks.length > 0 && (
          <ul aria-label={t.firstLook.picks} className={picksLine}>
            {picks}
          </ul>
        )
      }
      close={
        <Button
          aria-label={t.common.close}
          look="icon"
          className="absolute top-0.5 right-0.5"
          onClick={close}
        >
          <Icon name="close" size={18} />
        </Button>
      }
    >
      <span className="text-ink">
        {facts.belowMarket === null
          ? t.firstLook.fair(facts.fair, facts.total)
          : t.firstLook.below(facts.belowMarket, facts.total)}
      </span>{' '}
      <NextStep {...{ access, onBestFirst, onUpgrade }} />
    </Frame>
  );
}

type FrameProps = { children: ReactNode; picks: ReactNode; close?: ReactNode };

function Frame({ children, picks, close }: FrameProps) {
  const t = useImportTexts();
  return (
    <section
      aria-labelledby="first-look"
      className="relative col-span-full rounded-xl border border-rule bg-surface px-4 py-2 md:mt-2"
    >
      <h2 id="first-look" className="pr-12 text-control">
        {t.firstLook.title}
      </h2>
      {close}
      <p className="mt-0.5 text-meta text-ink-2">{children}</p>
      {picks}
    </section>
  );
}

/** The best deals for who may see them; what a plan would show for who may not. */
function NextStep({ access, onBestFirst, onUpgrade }: Pick<Props, 'access' | 'onBestFirst' | 'onUpgrade'>) {
  const t = useImportTexts();
  if (access.hasPremium)
    return (
      <Button look="link" className="text-meta" onClick={onBestFirst}>
        {t.firstLook.bestFirst}
      </Button>
    );
  return (
    <>
      <span>{access.seesEstimates ? t.firstLook.withPlanAmazing : t.firstLook.withPlan}</span>{' '}
      <Button look="link" className="text-meta" onClick={() => onUpgrade('unlock_price')}>
        {t.firstLook.plans}
      </Button>
    </>
  );
}
