import type { Language } from '../language.ts';
import { type AlertFace, gapSentence } from './alert-face.ts';
import type { AlertWords } from './alert-words.ts';
import { type MailBody, mailHtml, mailText } from './mail-body.ts';

/** Where a mail leads who wants no more of them: a page for people, a route for their mail programs. */
export const unsubscribePaths = { page: '/unsubscribe', route: '/api/unsubscribe' } as const;

export type Mail = { subject: string; text: string; html: string };

type Frame = {
  language: Language;
  /** "https://…" of the web app. */
  origin: string;
  /** Where the reader ends these mails with one press. */
  unsubscribeUrl: string;
};

const andMore = {
  en: (first: string, more: number) => `${first} and ${more} more`,
  da: (first: string, more: number) => `${first} og ${more} mere`,
} as const;

const mostSubject = 120;

/** One line without control characters: a title is written by a stranger and must not become a second header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

function subjectOf(alerts: readonly AlertWords[], language: Language): string {
  const first = oneLine(alerts[0]!.title);
  const more = alerts.length - 1;
  const subject = more > 0 ? andMore[language](first.slice(0, 80), more) : first;
  return [...subject].slice(0, mostSubject).join('');
}

export type MailAlert = AlertWords & { face?: AlertFace | null };

/** A mail of one or several alerts, as text and as HTML that says the same without its pictures and its style sheet. */
export function composeMail(alerts: readonly MailAlert[], { language, origin, unsubscribeUrl }: Frame): Mail {
  const subject = subjectOf(alerts, language);
  const body: MailBody = {
    language,
    subject,
    home: origin,
    settings: `${origin}/notifications/settings`,
    unsubscribe: unsubscribeUrl,
    items: alerts.map(({ title, message, path, face }) => ({
      title: oneLine(title),
      message: oneLine(message),
      gap: gapSentence(face?.gapDkk, language),
      picture: face?.photo ? `${origin}${face.photo}` : null,
      url: `${origin}${path ?? '/notifications'}`,
    })),
  };
  return { subject, text: mailText(body), html: mailHtml(body) };
}
