import { type ReactNode, useState } from 'react';
import { useImportTexts } from '../../../i18n/import-texts.ts';
import { button } from '../../../ui/button.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { isClosed, rememberClosed } from './closed-looks.ts';
import { PickedCar, picksLine, WaitingPicks } from './picked-car.tsx';
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
  const { data, isError } = useCarsOfImport(importId, !isGone && !isRunning && access.isKnown);
  if (isGone || isError) return null;
  const facts = isRunning || !data ? null : worthALook(data.cars, access.seesEstimates);
  if (facts?.total === 0) return null;
  const close = () => {
    rememberClosed(importId);
    setGone(true);
  };
  // Its place stands while the import runs, so that the cars below do not move when it ends.
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
        <button
          type="button"
          aria-label={t.common.close}
          className={`${button.icon} absolute top-0.5 right-0.5`}
          onClick={close}
        >
          <Icon name="close" size={18} />
        </button>
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

/** A press within a sentence. */
const inline = `${button.link} text-meta`;

/** The best deals for who may see them; what a plan would show for who may not. */
function NextStep({ access, onBestFirst, onUpgrade }: Pick<Props, 'access' | 'onBestFirst' | 'onUpgrade'>) {
  const t = useImportTexts();
  if (access.hasPremium)
    return (
      <button type="button" className={inline} onClick={onBestFirst}>
        {t.firstLook.bestFirst}
      </button>
    );
  return (
    <>
      <span>{access.seesEstimates ? t.firstLook.withPlanAmazing : t.firstLook.withPlan}</span>{' '}
      <button type="button" className={inline} onClick={() => onUpgrade('unlock_price')}>
        {t.firstLook.plans}
      </button>
    </>
  );
}
