import { look, pressLink, wholeMail } from '#core/alerts/mail.ts';
import type { Operator } from '#core/operator.ts';
import type { Language } from '#core/shared.ts';

/** Why a code is mailed. `has-account`: they signed up with the address of an existing account. */
export type CodeReason = 'confirm' | 'new-password' | 'has-account';

type Words = { subject: string; title: string; message: string; press: string; code: string; why: string };

const texts: Record<Language, Record<CodeReason, Words>> = {
  en: {
    confirm: {
      subject: 'Confirm your Bilfund account',
      title: 'Confirm your account',
      message: 'One press and your account is ready.',
      press: 'Confirm account',
      code: 'Or type this code on the log-in screen. It works for a day.',
      why: 'If you did not sign up at Bilfund, you need not do anything.',
    },
    'new-password': {
      subject: 'Your new password for Bilfund',
      title: 'Choose a new password',
      message: 'You asked for a new password.',
      press: 'Choose a password',
      code: 'Or type this code where you asked for it. It works for an hour.',
      why: 'If you did not ask for it, you need not do anything. Your password stays as it is.',
    },
    'has-account': {
      subject: 'You have a Bilfund account already',
      title: 'You have an account already',
      message:
        'Somebody, probably you, tried to create an account with this e-mail address. Log in with the password you have, or choose a new one.',
      press: 'Choose a new password',
      code: 'The code for it, should you be asked. It works for an hour.',
      why: 'If it was not you, you need not do anything. Your account and your password stay as they are.',
    },
  },
  da: {
    confirm: {
      subject: 'Bekræft din konto hos Bilfund',
      title: 'Bekræft din konto',
      message: 'Ét tryk, så er din konto klar.',
      press: 'Bekræft konto',
      code: 'Eller skriv denne kode på loginsiden. Den gælder i et døgn.',
      why: 'Har du ikke oprettet en konto hos Bilfund, skal du ikke gøre noget.',
    },
    'new-password': {
      subject: 'Din nye adgangskode til Bilfund',
      title: 'Vælg en ny adgangskode',
      message: 'Du har bedt om en ny adgangskode.',
      press: 'Vælg adgangskode',
      code: 'Eller skriv denne kode dér, hvor du bad om den. Den gælder i en time.',
      why: 'Har du ikke bedt om den, skal du ikke gøre noget. Din adgangskode er den samme.',
    },
    'has-account': {
      subject: 'Du har allerede en konto hos Bilfund',
      title: 'Du har allerede en konto',
      message:
        'Nogen, sandsynligvis dig selv, har prøvet at oprette en konto med denne e-mailadresse. Log ind med den adgangskode, du har, eller vælg en ny.',
      press: 'Vælg ny adgangskode',
      code: 'Koden til det, hvis du bliver bedt om den. Den gælder i en time.',
      why: 'Var det ikke dig, skal du ikke gøre noget. Din konto og din adgangskode er de samme.',
    },
  },
};

type Frame = {
  language: Language;
  /** "https://…" of the web app. */
  origin: string;
  /** The code, or a placeholder that is replaced when the mail is sent. */
  code: string;
  /** Null if the installation names no operator. */
  operator: Operator | null;
};

/** The log-in page with the code filled in, at the step that the code is for. */
const linkOf = (reason: CodeReason, { origin, code }: Frame): string =>
  `${origin}/login?${reason === 'confirm' ? 'confirm' : 'reset'}=${code}`;

const paragraph = (kind: 'ink' | 'quiet', style: string, text: string) =>
  `<p class="${kind}" style="margin:0;${style};${look[kind]}">${text}</p>`;

export function codeMail(reason: CodeReason, frame: Frame): { subject: string; html: string } {
  const { language, origin, code } = frame;
  const words = texts[language][reason];
  const row = `<tr><td class="rule" style="padding:24px 0 28px;${look.rule}">
${paragraph('ink', 'font-size:26px;line-height:31px;font-weight:600;letter-spacing:-.02em', words.title)}
${paragraph('quiet', 'padding-top:6px;font-size:16px;line-height:24px', words.message)}
${pressLink(linkOf(reason, frame), words.press)}
${paragraph('quiet', 'padding-top:28px;font-size:16px;line-height:24px', words.code)}
${paragraph('ink', 'padding-top:4px;font-size:26px;line-height:36px;font-weight:600;letter-spacing:.12em', code)}</td></tr>`;
  const { subject } = words;
  const html = wholeMail({
    ...{
      language,
      subject,
      preview: words.message,
      home: origin,
      rows: [row],
      foot: words.why,
      operator: frame.operator,
    },
  });
  return { subject, html };
}
