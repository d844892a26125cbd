import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallResponse } from '#core/contract/table.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useAccountTexts, useFailureText } from '../i18n/text-parts.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { Modal } from '../ui/modal.tsx';

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.code === 'wrong_credentials';

type EraseDialogProps = { email: string; onClose: () => void; onErased: () => void };

/** Says what is lost, then asks for the address to be typed and for the password: nobody erases an account by accident. */
function EraseDialog({ email, onClose, onErased }: EraseDialogProps) {
  const t = useAccountTexts();
  const failureText = useFailureText();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const erase = useMutation({
    mutationFn: () => call('DELETE /api/account', { body: { password } }),
    onSuccess: onErased,
  });
  const isReady = typed.trim().toLowerCase() === email.toLowerCase() && password !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) erase.mutate();
  };
  return (
    <Modal title={t.profile.eraseTitle} onClose={onClose}>
      <p className="text-body text-ink-2">{t.profile.eraseLead}</p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-control text-ink-2">
        {t.profile.eraseConsequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <form className="mt-6 grid gap-4" onSubmit={submit}>
        <TextField
          label={t.profile.eraseType(email)}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextField
          label={t.common.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {erase.error && (
          <MessageBox kind="error">
            {isWrongPassword(erase.error) ? t.profile.wrongPassword : failureText(erase.error)}
          </MessageBox>
        )}
        <div className="flex flex-wrap gap-3">
          <Button look="primary" disabled={erase.isPending} onClick={onClose}>
            {t.profile.eraseKeep}
          </Button>
          <Button
            type="submit"
            look="secondary"
            className="border-poor! text-poor!"
            disabled={!isReady || erase.isPending}
          >
            {erase.isPending ? t.profile.erasing : t.profile.eraseConfirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type Export = Omit<CallResponse<'GET /api/account/export'>, 'next'>;

/** Everything stored of the caller, gathered over all pages of the answer. */
export async function gatherExport(): Promise<Export> {
  const { next: second, ...whole } = await call('GET /api/account/export');
  let next = second;
  while (next !== null) {
    const page = await call('GET /api/account/export', { query: { after: next } });
    for (const [kind, items] of Object.entries(page.items))
      whole.items[kind] = [...(whole.items[kind] ?? []), ...items];
    next = page.next;
  }
  return whole;
}

type AccountDataProps = { email: string; onErased: () => void };

/** What a person may do with what is stored of them: take it along, or have it erased. */
export function AccountData({ email, onErased }: AccountDataProps) {
  const t = useAccountTexts();
  const failureText = useFailureText();
  const [erases, setErases] = useState(false);
  const download = useMutation({
    mutationFn: gatherExport,
    onSuccess: (data) =>
      saveFile(
        JSON.stringify(data, null, 2),
        'application/json',
        `bilfund-${data.exported_at.slice(0, 10)}.json`,
      ),
  });
  return (
    <section>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.profile.data}</h2>
      <p className="mt-3 text-control text-ink-2">{t.profile.dataText}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button look="secondary" disabled={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? t.profile.exporting : t.profile.export}
        </Button>
        <Button look="quiet" onClick={() => setErases(true)}>
          {t.profile.erase}
        </Button>
      </div>
      <div className="mt-3 empty:hidden">
        {download.isSuccess && <MessageBox kind="success">{t.profile.exported}</MessageBox>}
        {download.error && <MessageBox kind="error">{failureText(download.error)}</MessageBox>}
      </div>
      {erases && <EraseDialog email={email} onClose={() => setErases(false)} onErased={onErased} />}
    </section>
  );
}
