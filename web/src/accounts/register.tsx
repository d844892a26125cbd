import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { useLanguage } from '../i18n/language.tsx';
import { waitingLink } from '../imports/waiting-link.ts';
import { paths } from '../paths.ts';
import { button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { useGo } from '../ui/navigation.ts';
import { OneButtonForm } from '../ui/one-button-form.tsx';
import { AccountFrame, keepSignUp, NewPasswordField, passwordFault } from './form-parts.tsx';

/** Spec section 9. */
const redirectAfterMs = 2_000;

export default function Register() {
  const { language, texts: t } = useLanguage();
  const go = useGo();
  const [registered, setRegistered] = useState<string | null>(null);
  useEffect(() => {
    if (registered === null) return;
    const timer = setTimeout(() => go(paths.login, { state: { email: registered } }), redirectAfterMs);
    return () => clearTimeout(timer);
  }, [registered, go]);

  const register = async (fields: FormData) => {
    const [email, password] = [String(fields.get('email')), String(fields.get('password'))];
    const fault = passwordFault(password, String(fields.get('repeated')), t);
    if (fault) return fault;
    await call('POST /api/auth/sign-up', { body: { email, password, language } });
    keepSignUp(email, password);
    setRegistered(email);
    return null;
  };
  if (registered !== null)
    return (
      <div role="status">
        <AccountFrame title={t.accounts.registeredTitle} lead={t.accounts.registeredText}>
          {null}
        </AccountFrame>
      </div>
    );
  const link = waitingLink();
  const legal = 'underline underline-offset-3';
  return (
    <AccountFrame title={t.accounts.register} lead={t.accounts.registerLead}>
      {link && <MessageBox kind="success">{t.accounts.linkWaits}</MessageBox>}
      <OneButtonForm submit={t.accounts.createAccount} onSubmit={register}>
        <TextField label={t.common.email} name="email" type="email" autoComplete="email" required />
        <NewPasswordField label={t.common.password} />
        <TextField
          label={t.accounts.confirmPassword}
          name="repeated"
          type="password"
          autoComplete="new-password"
          required
        />
      </OneButtonForm>
      <p className="text-caption text-balance text-ink-3">
        {t.accounts.agree}{' '}
        <a href={paths.terms} target="_blank" rel="noreferrer" className={legal}>
          {t.accounts.agreeTerms}
        </a>{' '}
        {t.accounts.agreeAnd}{' '}
        <a href={paths.privacy} target="_blank" rel="noreferrer" className={legal}>
          {t.accounts.agreePrivacy}
        </a>
        .
      </p>
      <p className="text-meta text-ink-2">
        {t.accounts.haveAccount}{' '}
        <Link to={paths.login} className={button.link}>
          {t.shell.logIn}
        </Link>
      </p>
    </AccountFrame>
  );
}
