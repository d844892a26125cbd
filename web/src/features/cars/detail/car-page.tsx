import { useDeferredValue, useEffect } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { ApiError } from '../../../api/api-error.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { useFailureText } from '../../../i18n/use-failure-text.ts';
import { button } from '../../../ui/button.ts';
import { MessageBox } from '../../../ui/message-box.tsx';
import { ScreenNotice } from '../../../ui/screen-notice.tsx';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { markVisited } from '../list-memory.ts';
import { Gallery } from './gallery.tsx';
import { GoneNotice } from './gone-notice.tsx';
import { Headline, MarketplaceLink } from './headline.tsx';
import { BeforeYouBuy, CarStory, CostOfOwning } from './lazy-story.tsx';
import { LockedCarPage } from './locked-car-page.tsx';
import { PageBar } from './page-bar.tsx';
import { PriceSteps } from './price-steps.tsx';
import { SimilarCars } from './similar-cars.tsx';
import { Specifications } from './specifications.tsx';
import { useCar } from './use-car.ts';
import { usePageKeys } from './use-page-keys.ts';
import { WhyRating } from './why-rating.tsx';

type Props = { id: string; isSignedIn: boolean; seesEstimates: boolean; onUpgrade: OpenUpgrade };

/** One car: photos and price first, then why it is rated so, what to look out for, and every fact. */
export function CarPage({ id, isSignedIn, seesEstimates, onUpgrade }: Props) {
  const t = useCarTexts();
  const { data: car, error: lastError, failureReason, refetch } = useCar(id);
  // While it is asked again, which waits for as long as nobody looks at the window.
  const isOffline = !car && failureReason instanceof ApiError && failureReason.code === 'offline';
  const error = lastError ?? (isOffline ? failureReason : null);
  const failureText = useFailureText();
  useEffect(() => {
    if (!car || car.locked) return;
    const titleBefore = document.title;
    document.title = `${car.title} · Bilfund`;
    markVisited(car.id);
    return () => {
      document.title = titleBefore;
    };
  }, [car]);

  if (error instanceof ApiError && error.status === 404) return <CarNotFound />;
  if (error) {
    return (
      <div className="column grid justify-items-start gap-4 py-16">
        <MessageBox kind="error">{failureText(error)}</MessageBox>
        <button type="button" className={button.secondary} onClick={() => void refetch()}>
          {t.common.tryAgain}
        </button>
      </div>
    );
  }
  if (!car) return <p className="column min-h-screen py-16 text-ink-2">{t.car.loading}</p>;
  if (car.locked) return <LockedCarPage car={car} onUpgrade={onUpgrade} />;
  return <OpenCar {...{ car, isSignedIn, seesEstimates, onUpgrade }} />;
}

function OpenCar({ car, isSignedIn, seesEstimates, onUpgrade }: Omit<Props, 'id'> & { car: WireCarDetail }) {
  usePageKeys(car);
  // What stands below the first window is drawn after it, and gives way to what is pressed.
  const hasDetails = useDeferredValue(true, false);
  const rule = 'mt-12 border-t border-rule pt-8 md:mt-18 print:mt-4 print:pt-3';
  const isOver = car.availability !== 'live' && car.availability !== 'pending';
  const similar = <SimilarCars id={car.id} className={rule} onUpgrade={onUpgrade} />;
  return (
    <article className="column min-h-screen max-md:px-0 max-lg:pb-24 print:p-0">
      <PageBar car={car} />
      <GoneNotice car={car} />
      <div className="grid gap-x-14 gap-y-3 lg:grid-cols-[minmax(0,744fr)_384fr] print:grid-cols-2 print:gap-6">
        <Gallery key={car.id} images={car.image_urls} title={car.title} deal={car.deal} />
        <Headline car={car} onUpgrade={onUpgrade} seesEstimates={seesEstimates} />
      </div>
      {hasDetails && (
        <div className="max-md:px-5 print:p-0">
          {isOver && (
            <>
              <PriceSteps car={car} className={rule} />
              {similar}
            </>
          )}
          <div className={seesEstimates ? '' : `${rule} grid gap-x-14 gap-y-10 lg:grid-cols-2`}>
            {/* Without charts and numbers it is two sentences: what to look out for stands beside it. */}
            <WhyRating car={car} seesEstimates={seesEstimates} className={seesEstimates ? rule : ''} />
            <BeforeYouBuy car={car} className={seesEstimates ? rule : ''} />
          </div>
          <CarStory car={car} className={rule} />
          {!isOver && <CostOfOwning id={car.id} className={rule} onUpgrade={onUpgrade} />}
          <Specifications car={car} isSignedIn={isSignedIn} onUpgrade={onUpgrade} className={rule} />
          <p className="mt-4 hidden text-caption text-ink-2 wrap-anywhere print:block">{car.item_url}</p>
          {!isOver && (
            <>
              {(car.price_history.length > 1 || car.ads.length > 1) && (
                <PriceSteps car={car} className={rule} />
              )}
              {similar}
            </>
          )}
        </div>
      )}
      {car.availability !== 'gone' && (
        <div className="low-window:static low-window:border-0 fixed inset-x-0 bottom-[var(--tray,0px)] z-10 flex gap-2 border-t border-rule bg-paper px-5 pt-3 pb-4 lg:hidden print:hidden">
          <MarketplaceLink car={car} className="h-13! grow" />
        </div>
      )}
    </article>
  );
}

function CarNotFound() {
  const t = useCarTexts();
  return <ScreenNotice title={t.car.notFoundTitle} text={t.car.notFoundText} action={t.car.back} />;
}
