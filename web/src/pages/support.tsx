import { type FormEvent, useId, useState } from 'react';
import { useAbout } from '../api/queries.ts';
import { OperatorNote } from '../app/footer.tsx';
import { useLanguage } from '../i18n/language.tsx';
import type { SupportText } from '../i18n/pages/page-text.ts';
import { helpTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';

/** A mailto: address with subject and body filled in. Line ends are CRLF inside the encoded body only (RFC 6068). */
export function mailAddress(
  to: string,
  subject: string,
  description: string,
  answerTo: string | null,
): string {
  const body = [description.trim(), ...(answerTo ? ['', answerTo] : [])]
    .join('\r\n')
    .replace(/\r?\n/g, '\r\n');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** The way to a person: the address, the pages that may answer at once, and two forms that open the mail program. */
export default function Support() {
  const { language } = useLanguage();
  const text = helpTexts.read(language).support;
  const operator = useAbout()?.operator;
  return (
    <article className="py-10 md:py-14">
      <h2 className="text-[44px]/12 tracking-[-0.035em]">{text.title}</h2>
      {operator && <p className="mt-3 max-w-[60ch] text-lead text-ink-2">{text.lead}</p>}
      <p className="mt-5 text-body">
        <OperatorNote />
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to={paths.view('guide')} className={button.secondary}>
          {text.readGuide}
        </Link>
        <Link to={paths.view('faq')} className={button.secondary}>
          {text.readFaq}
        </Link>
      </div>
      {operator && (
        <div className="mt-12 grid gap-12 md:grid-cols-2">
          <MailForm text={text} form={text.bug} to={operator.supportMail} />
          <MailForm text={text} form={text.feature} to={operator.supportMail} />
        </div>
      )}
    </article>
  );
}

/** Opens the mail program and is empty again (docs/spec.md 2). The description must not be blank. */
function MailForm({ text, form, to }: { text: SupportText; form: SupportText['bug']; to: string }) {
  const id = useId();
  const [email, setEmail] = useState('');
  const [description, setDescription] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answerTo = email ? text.from(email) : null;
    window.location.href = mailAddress(to, form.subject, description, answerTo);
    setSent([form.subject, description.trim(), answerTo].filter(Boolean).join('\n\n'));
    setEmail('');
    setDescription('');
  };
  return (
    <form onSubmit={submit} className="grid content-start gap-4">
      <div className="border-b border-ink pb-2.5">
        <h3 className="text-h3">{form.heading}</h3>
      </div>
      <p className="text-body text-ink-2">{form.lead}</p>
      <TextField
        label={text.email}
        hint={text.emailHint}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-control font-semibold">
          {form.description}
        </label>
        <textarea
          id={id}
          required
          rows={6}
          maxLength={1500}
          value={description}
          placeholder={form.placeholder}
          className="rounded-[10px] border border-field bg-surface px-4 py-3 text-body placeholder:text-ink-3"
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
      <Button
        type="submit"
        disabled={description.trim() === ''}
        look="primary"
        className="justify-self-start"
      >
        {form.send}
      </Button>
      <p className="text-caption text-ink-3">{text.note}</p>
      {sent !== null && <SentText text={text} sent={sent} to={to} />}
    </form>
  );
}

/** Not every browser has a mail program: what was written stands here, to be copied, with the address it is for. */
function SentText({ text, sent, to }: { text: SupportText; sent: string; to: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(sent).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <MessageBox kind="warning">
      <p>
        {text.noProgram} <b className="font-semibold wrap-anywhere">{to}</b>
      </p>
      <p className="mt-2 whitespace-pre-wrap wrap-anywhere text-meta">{sent}</p>
      <Button look="secondary" className="mt-3" onClick={() => void copy()}>
        {copied ? text.copied : text.copy}
      </Button>
      {copied === false && <p className="mt-2 text-meta">{text.copyFailed}</p>}
    </MessageBox>
  );
}
