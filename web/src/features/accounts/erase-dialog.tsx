import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.code === 'wrong_credentials';

type Props = { email: string; onClose: () => void; onErased: () => void };

/** Says what is lost, then asks for the address to be typed and for the password: nobody erases an account by accident. */
export function EraseDialog({ email, onClose, onErased }: Props) {
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
          <button type="button" className={button.primary} disabled={erase.isPending} onClick={onClose}>
            {t.profile.eraseKeep}
          </button>
          <button
            type="submit"
            className={`${button.secondary} border-poor! text-poor!`}
            disabled={!isReady || erase.isPending}
          >
            {erase.isPending ? t.profile.erasing : t.profile.eraseConfirm}
          </button>
        </div>
      </form>
    </Modal>
  );
}
