import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { gatherExport, saveJson } from './export-account.ts';

type Props = { email: string; onErased: () => void };

/** What a person may do with what is stored of them: take it along, or have it erased. */
export function AccountData({ email, onErased }: Props) {
  const t = useAccountTexts();
  const failureText = useFailureText();
  const [erases, setErases] = useState(false);
  const download = useMutation({
    mutationFn: gatherExport,
    onSuccess: (data) => saveJson(data, `bilfund-${data.exported_at.slice(0, 10)}.json`),
  });
  return (
    <section>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.profile.data}</h2>
      <p className="mt-3 text-control text-ink-2">{t.profile.dataText}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <button
          type="button"
          className={button.secondary}
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          {download.isPending ? t.profile.exporting : t.profile.export}
        </button>
        <button type="button" className={button.quiet} onClick={() => setErases(true)}>
          {t.profile.erase}
        </button>
      </div>
      <div className="mt-3 empty:hidden">
        {download.isSuccess && <MessageBox kind="success">{t.profile.exported}</MessageBox>}
        {download.error && <MessageBox kind="error">{failureText(download.error)}</MessageBox>}
      </div>
      {erases && <EraseDialog email={email} onClose={() => setErases(false)} onErased={onErased} />}
    </section>
  );
}
