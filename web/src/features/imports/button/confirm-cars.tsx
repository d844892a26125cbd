import type { TakenPage } from '#core/marketplace/button/read-hand-over.ts';
import { composePage } from '#core/marketplace/compose-opened.ts';
import { ApiError } from '../../../api/api-error.ts';
import { useButtonTexts } from '../../../i18n/button-texts.ts';
import { button } from '../../../ui/button.ts';
import { MessageBox } from '../../../ui/message-box.tsx';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { forgetCars } from '../../../waiting-cars.ts';
import { useRefusalText } from '../use-refusal-text.ts';
import { useImportPage } from '../use-start-import.ts';

type Props = {
  page: TakenPage;
  onStarted: (started: { jobId: string; carsFound: number }) => void;
  onDiscarded: () => void;
  onUpgrade: OpenUpgrade;
};

/** Asks once; nothing leaves this window before. What was refused stays here, to be tried again. */
export function ConfirmCars({ page, onStarted, onDiscarded, onUpgrade }: Props) {
  const t = useButtonTexts();
  const explain = useRefusalText();
  const send = useImportPage(() => undefined);
  const rate = () => {
    const file = new Blob([composePage(page)], { type: 'text/html' });
    send.mutate(
      { file, query: { url: page.address, by: 'button' } },
      {
        onSuccess: (started) => {
          forgetCars();
          onStarted(started);
        },
      },
    );
  };
  const discard = () => {
    forgetCars();
    onDiscarded();
  };
  const isOver = send.error instanceof ApiError && send.error.code === 'limit_reached';
  return (
    <>
      {send.error && (
        <div className="mt-6">
          <MessageBox kind="error">
            <b className="block font-semibold">{t.imports.startFailed}</b>
            {explain(send.error)}
          </MessageBox>
        </div>
      )}
      <div className="mt-7 flex flex-wrap items-center gap-3">
        {isOver ? (
          <button type="button" className={button.large} onClick={() => onUpgrade('limit_reached')}>
            {t.shell.upgrade}
          </button>
        ) : (
          <button type="button" className={button.large} disabled={send.isPending} onClick={rate}>
            {send.isPending
              ? t.receive.sending
              : page.kind === 'item'
                ? t.receive.rateAd
                : t.receive.rate(page.carCount)}
          </button>
        )}
        <button type="button" className={button.plain} disabled={send.isPending} onClick={discard}>
          {t.receive.discard}
        </button>
      </div>
      <p className="mt-4 text-meta text-ink-2">{t.receive.cost}</p>
    </>
  );
}
