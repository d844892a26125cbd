import { useEffect, useState } from 'react';
import type { TakenPage } from '#core/marketplaces/button/hand-over.ts';
import { useSession } from '../api/session.ts';
import { useButtonTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { Button, button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox, useTitle } from '../ui/messages.tsx';
import { useGo } from '../ui/navigation.ts';
import { PageDrop } from './page-drop.tsx';
import { type Arrival, ConfirmCars, ReceivedCars, RefusedCars, useHandOver } from './received-cars.tsx';
import { keepCars, waitingCars } from './waiting-link.ts';

const importedCars = (jobId: string) => paths.list(`import=${encodeURIComponent(jobId)}&sort=scraped_desc`);

/** The window that the Bilfund button opens: it shows what it was given and asks once. */
export default function Receive() {
  const t = useButtonTexts();
  const arrival = useHandOver();
  const [outcome, setOutcome] = useState<{ jobId: string; carsFound: number } | 'discarded' | null>(null);
  useTitle(t.receive.title);
  return (
    <section className="column py-10 md:py-16">
      <div className="max-w-[720px]">
        {outcome === null ? (
          <Arrived arrival={arrival} onOutcome={setOutcome} />
        ) : outcome === 'discarded' ? (
          <MessageBox kind="success">{t.receive.discarded}</MessageBox>
        ) : (
          <Started {...outcome} />
        )}
      </div>
    </section>
  );
}

type ArrivedProps = {
  arrival: Arrival;
  onOutcome: (outcome: { jobId: string; carsFound: number } | 'discarded') => void;
};

function Arrived({ arrival, onOutcome }: ArrivedProps) {
  const t = useButtonTexts();
  const { status } = useSession();
  const go = useGo();
  const openUpgrade = useUpgrade();
  if (arrival.state === 'waiting')
    return (
      <div role="status">
        <h1 className="text-[34px]/10 tracking-[-0.035em] md:text-[44px]/12">{t.receive.waiting}</h1>
        <p className="mt-3 text-lead text-ink-2">{t.receive.waitingText}</p>
      </div>
    );
  if (arrival.state === 'refused')
    return (
      <>
        <RefusedCars reason={arrival.reason} />
        {status === 'signed_in' && (
          <section className="mt-10">
            <h2 className="text-[22px]/7 tracking-[-0.015em]">{t.receive.fileTitle}</h2>
            <PageDrop onStarted={(jobId) => go(importedCars(jobId))} />
          </section>
        )}
      </>
    );
  const { page } = arrival;
  return (
    <ReceivedCars page={page}>
      {status === 'signed_in' ? (
        <ConfirmCars
          page={page}
          onStarted={onOutcome}
          onDiscarded={() => onOutcome('discarded')}
          onUpgrade={openUpgrade}
        />
      ) : (
        status === 'signed_out' && <SignInFirst page={page} />
      )}
    </ReceivedCars>
  );
}

/** A sign-in that has ended takes along what its tab kept: the cars are kept anew, and none of their hour is given again. */
function SignInFirst({ page }: { page: TakenPage }) {
  const t = useButtonTexts();
  const [isKept, setKept] = useState(true);
  useEffect(() => setKept(waitingCars() !== null || keepCars(page)), [page]);
  return (
    <>
      <p className="mt-7 text-body">{isKept ? t.receive.signIn : t.receive.notKept}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to={paths.login} className={button.large}>
          {t.shell.logIn}
        </Link>
        <Link to={paths.register} className={`${button.largeSecondary} h-14!`}>
          {t.shell.getStarted}
        </Link>
      </div>
    </>
  );
}

function Started({ jobId, carsFound }: { jobId: string; carsFound: number }) {
  const t = useButtonTexts();
  return (
    <div role="status">
      <h1 className="text-[34px]/10 tracking-[-0.035em] md:text-[44px]/12">{t.receive.started(carsFound)}</h1>
      <p className="mt-3 text-lead text-ink-2">{t.receive.startedText}</p>
      <div className="mt-7 flex flex-wrap gap-3">
        <Link to={importedCars(jobId)} className={button.large}>
          {t.receive.see}
        </Link>
        {window.opener && (
          <Button look="largeSecondary" className="h-14!" onClick={() => window.close()}>
            {t.receive.back}
          </Button>
        )}
      </div>
    </div>
  );
}
