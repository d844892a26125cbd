import { type ReactNode, useState } from 'react';
import { useImportTexts } from '../../../i18n/import-texts.ts';
import { button } from '../../../ui/button.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { isClosed, rememberClosed } from './closed-looks.ts';
import { PickedCar, WaitingPicks } from './picked-car.tsx';
import { useCarsOfImport } from './use-cars-of-import.ts';
import { worthALook } from './worth-a-look.ts';

type Access = { hasPremium: boolean; seesEstimates: boolean; isKnown: boolean };

type Props = {
  importId: string;
  /** Not all of its cars are rated yet. */
  isRunning: boolean;
  access: Access;
  onBestFirst: () => void;
  onUpgrade: OpenUpgrade;
};

/** When an import has ended: how its prices stand, which cars to open first, and what a plan would show. Said until it is closed. */
export default function FirstLook({ importId, isRunning, access, onBestFirst, onUpgrade }: Props) {
  const t = useImportTexts();
  const [isGone, setGone] = useState(() => isClosed(importId));
  const { data } = useCarsOfImport(importId, !isGone && !isRunning && access.isKnown);
  if (isGone) return null;
  const facts = isRunning || !data ? null : worthALook(data.cars, access.seesEstimates);
  if (facts?.total === 0) return null;
  const close = () => {
    rememberClosed(importId);
    setGone(true);
  };
  // Its place stands while the import runs, so that the cars below do not move when it ends.
  if (!facts)
    return (
      <Frame picks={<WaitingPicks />}>
        <p className="text-meta text-ink-2">{t.firstLook.soon}</p>
      </Frame>
    );
  const picks = facts.picks.map((car) => <PickedCar key={car.id} car={car} />);
  return (
    <Frame
      picks={picks.length > 0 && <ul aria-label={t.firstLook.picks}>{picks}</ul>}
      close={
        <button
          type="button"
          aria-label={t.common.close}
          className={`${button.icon} absolute top-2 right-2`}
          onClick={close}
        >
          <Icon name="close" size={18} />
        </button>
      }
    >
      <p className="text-control">
        {facts.belowMarket === null
          ? t.firstLook.fair(facts.fair, facts.total)
          : t.firstLook.below(facts.belowMarket, facts.total)}
      </p>
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
      className="relative col-span-full mt-4 rounded-xl border border-rule bg-surface p-5"
    >
      <h2 id="first-look" className="pr-12 text-body/5">
        {t.firstLook.title}
      </h2>
      {close}
      <div className="mt-2 grid gap-x-8 gap-y-3 lg:grid-cols-2">
        <div>{children}</div>
        {picks}
      </div>
    </section>
  );
}

/** The best deals for who may see them; what a plan would show for who may not. */
function NextStep({ access, onBestFirst, onUpgrade }: Pick<Props, 'access' | 'onBestFirst' | 'onUpgrade'>) {
  const t = useImportTexts();
  const link = `${button.link} mt-2 text-meta`;
  if (access.hasPremium)
    return (
      <button type="button" className={link} onClick={onBestFirst}>
        {t.firstLook.bestFirst}
      </button>
    );
  return (
    <>
      <p className="mt-1 text-meta text-ink-2">
        {access.seesEstimates ? t.firstLook.withPlanAmazing : t.firstLook.withPlan}
      </p>
      <button type="button" className={link} onClick={() => onUpgrade('unlock_price')}>
        {t.firstLook.plans}
      </button>
    </>
  );
}
