import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportFailureClass, ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import { shortNames } from '#core/marketplace/marketplace-id.ts';
import { useAbout } from '../../api/use-about.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { paths } from '../../paths.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { ImportProgress } from './import-progress.tsx';
import { clearImportStatus, isRunning, useImportEnd, useImportStatus } from './use-import-status.ts';

const frame =
  'fixed inset-x-4 top-18 z-20 rounded-xl border border-rule bg-surface p-5 shadow-floating fade-in sm:left-auto sm:w-90 md:right-12 md:top-22';

/** Top right: how far the import is, what is happening, how many cars; or why it ended without. */
export function ProgressToast() {
  const status = useImportStatus();
  useImportEnd(status);
  const [hiddenJob, setHiddenJob] = useState<string | null>(null);
  if (!status) return null;
  if (!isRunning(status)) return <FailureToast key={status.jobId} status={status} />;
  if (hiddenJob === status.jobId) return null;
  return <RunningToast status={status} onHide={() => setHiddenJob(status.jobId)} />;
}

function RunningToast({ status, onHide }: { status: ScrapeStatusWire; onHide: () => void }) {
  const t = useImportTexts();
  return (
    <section role="status" className={frame}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-body/5">{t.imports.toastTitle(shortNames[status.source])}</h2>
        <button
          type="button"
          aria-label={t.imports.hide}
          className={`${button.icon} -my-2.5 -mr-2.5`}
          onClick={onHide}
        >
          <Icon name="close" size={18} />
        </button>
      </div>
      <ImportProgress status={status} />
    </section>
  );
}

/** What the marketplace refuses to us and shows to its reader. */
const isHiddenFromUs: ReadonlySet<ImportFailureClass> = new Set([
  'login_wall',
  'checkpoint',
  'consent_wall',
  'withheld',
  'rate_limited',
  'closed_to_robots',
  'not_visited',
]);

function FailureToast({ status }: { status: ScrapeStatusWire }) {
  const t = useImportTexts();
  const about = useAbout();
  const client = useQueryClient();
  if (status.failure === null && status.status === 'completed') return null;
  const failure = status.failure ?? 'internal';
  const isEmpty = failure === 'empty';
  // What was read before the refusal is kept, and costs nothing.
  const hasCars = status.status === 'completed' && status.carsDone > 0;
  return (
    <section role="alert" className={frame}>
      <div className="flex items-start gap-3">
        <Icon name="warning" size={22} className={isEmpty ? 'text-ink-3' : 'text-poor'} />
        <div className="min-w-0 grow">
          {!isEmpty && (
            <h2 className="text-body/5">
              {hasCars ? t.imports.checked(status.carsDone) : t.imports.failedTitle}
            </h2>
          )}
          <p className="mt-1 text-meta text-ink-2">{t.importFailures(status.source)[failure]}</p>
          <p className="mt-1 text-meta text-ink-2">{t.imports.notCharged}</p>
          {isHiddenFromUs.has(failure) && (
            <p className="mt-2 flex flex-wrap gap-x-5">
              <Link to={paths.button} className={`${button.link} text-meta max-md:my-0`}>
                {t.imports.buttonInstead}
              </Link>
              {about?.platesEnabled && (
                <Link to={paths.check} className={`${button.link} text-meta max-md:my-0`}>
                  {t.imports.plateInstead}
                </Link>
              )}
            </p>
          )}
        </div>
        <button
          type="button"
          aria-label={t.common.close}
          className={`${button.icon} -mt-2.5 -mr-2.5`}
          onClick={() => clearImportStatus(client)}
        >
          <Icon name="close" size={18} />
        </button>
      </div>
    </section>
  );
}
