import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ImportFailureClass, ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import { shortNames } from '#core/marketplaces/marketplace-id.ts';
import { queryKeys, useAbout } from '../api/queries.ts';
import { useFailureText, useImportTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { notify } from '../ui/notices.tsx';
import { ImportSteps, useCarsOf } from './import-progress.tsx';
import { setWaitingImports, useWaitingImports } from './kept-imports.ts';
import {
  clearImportStatus,
  closeToldEnd,
  isRunning,
  tellEnd,
  useImportEnd,
  useImportStatus,
  useToldEnd,
} from './use-import-status.ts';
import { useStartImport } from './use-start-import.ts';

/** Above every screen, covering nothing: how far the import is and what waits behind it; once, in a toast, why it ended without cars. */
export function ProgressLine() {
  const status = useImportStatus();
  useImportEnd(status);
  useNextImport(status);
  useEndToTell(status);
  const told = useToldEnd();
  const { pathname } = useLocation();
  const [hiddenJob, setHiddenJob] = useState<string | null>(null);
  return (
    <>
      {told?.at === pathname && <Failed status={told.status} />}
      {status && isRunning(status) && hiddenJob !== status.jobId && (
        <RunningLine key={status.jobId} status={status} onHide={() => setHiddenJob(status.jobId)} />
      )}
    </>
  );
}

/** An end without all its cars is told on the screen where it is met, and the service forgets it at once: it comes back nowhere. */
function useEndToTell(status: ScrapeStatusWire | null): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const isToTell =
    status !== null &&
    (status.status === 'failed' || (status.status === 'completed' && status.failure !== null));
  useEffect(() => {
    if (!isToTell) return;
    tellEnd(client, { status, at: pathname });
    clearImportStatus(client);
  }, [isToTell, status, client, pathname]);
}

/** Starts the next queued import when none is running. */
function useNextImport(status: ScrapeStatusWire | null): void {
  const t = useImportTexts();
  const failureText = useFailureText();
  const client = useQueryClient();
  const waiting = useWaitingImports();
  const { mutateAsync } = useStartImport(() => {});
  const [isBeginning, setBeginning] = useState(false);
  const [next] = waiting;
  // Until the first answer, a running import may be unknown.
  const isKnown = client.getQueryData(queryKeys.scrapeStatus) !== undefined;
  const isFree = isKnown && status === null && !isBeginning;
  useEffect(() => {
    if (!next || !isFree) return;
    setWaitingImports(waiting.slice(1));
    setBeginning(true);
    mutateAsync(next.url)
      // Wait until the status shows it, else the next one would start at the same time.
      .then(() => client.refetchQueries({ queryKey: queryKeys.scrapeStatus }))
      .catch((error: unknown) => notify(`${t.imports.startFailed}: ${next.name}. ${failureText(error)}`))
      .finally(() => setBeginning(false));
  }, [next, isFree, waiting, mutateAsync, client, t, failureText]);
}

function CloseButton({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <Button aria-label={label} look="icon" className="absolute top-0 right-0" onClick={onClose}>
      <Icon name="close" size={18} />
    </Button>
  );
}

function RunningLine({ status, onHide }: { status: ScrapeStatusWire; onHide: () => void }) {
  const t = useImportTexts();
  const waiting = useWaitingImports();
  const cars = useCarsOf(status);
  return (
    <section role="status" className="column pt-2">
      <div className="relative rounded-lg border border-rule bg-surface py-2 pr-12 pl-4 text-meta text-ink-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <b className="font-semibold text-ink">{t.imports.lineTitle(shortNames[status.source])}</b>
          <b className="font-semibold text-accent">{status.percent}%</b>
          <span>
            {t.imports[status.status]} · {cars}
          </span>
        </p>
        <ImportSteps percent={status.percent} isSlim />
        {waiting.length > 0 && (
          <ol className="mt-1 flex flex-wrap items-center gap-x-4">
            {waiting.map((one, place) => (
              <li key={one.url} className="flex items-center gap-1">
                {t.imports.inLine(place + 1, one.name)}
                <Button
                  aria-label={t.imports.takeOut(one.name)}
                  look="icon"
                  className="-my-2"
                  onClick={() => setWaitingImports(waiting.filter((other) => other !== one))}
                >
                  <Icon name="close" size={16} />
                </Button>
              </li>
            ))}
          </ol>
        )}
        <CloseButton label={t.imports.hide} onClose={onHide} />
      </div>
    </section>
  );
}

/** Failures where the marketplace refuses us but not the reader's own browser. */
const isHiddenFromUs: ReadonlySet<ImportFailureClass> = new Set([
  'login_wall',
  'checkpoint',
  'consent_wall',
  'withheld',
  'rate_limited',
  'closed_to_robots',
]);

/** A toast that stays until it is closed: what it says has to be read. */
function Failed({ status }: { status: ScrapeStatusWire }) {
  const t = useImportTexts();
  const about = useAbout();
  const client = useQueryClient();
  const failure = status.failure ?? 'internal';
  const isEmpty = failure === 'empty';
  // Cars read before the refusal are kept and not charged.
  const hasCars = status.status === 'completed' && status.carsDone > 0;
  return (
    <section
      role="alert"
      className="fade-in fixed inset-x-4 bottom-[calc(var(--tray,0px)+1rem)] z-40 mx-auto max-w-xl rounded-xl border border-rule bg-surface py-3 pr-12 pl-4 text-meta text-ink-2 shadow-floating md:bottom-[calc(var(--tray,0px)+1.5rem)]"
    >
      <p>
        <Icon
          name="warning"
          size={18}
          className={`mr-2 inline-block align-text-bottom ${isEmpty ? 'text-ink-3' : 'text-poor'}`}
        />
        {!isEmpty && (
          <b className="font-semibold text-ink">
            {hasCars ? `${t.imports.checked(status.carsDone)}.` : t.imports.failedTitle}{' '}
          </b>
        )}
        {t.importFailures(status.source)[failure]} {t.imports.notCharged}
      </p>
      {isHiddenFromUs.has(failure) && (
        <p className="flex flex-wrap gap-x-5">
          <Link to={paths.button} className={`${button.link} text-meta max-md:my-0`}>
            {t.imports.buttonInstead}
          </Link>
          <Link to={paths.extension} className={`${button.link} text-meta max-md:my-0`}>
            {t.watch.start}
          </Link>
          {about?.platesEnabled && (
            <Link to={paths.check} className={`${button.link} text-meta max-md:my-0`}>
              {t.imports.plateInstead}
            </Link>
          )}
        </p>
      )}
      <CloseButton label={t.common.close} onClose={() => closeToldEnd(client)} />
    </section>
  );
}
