import type { DatabaseSync } from 'node:sqlite';
import {
  jsonError,
  ServiceError,
  type WireRequest,
  type WireResponse,
  type WireService,
} from '../wire/http.ts';
import { openState } from '../wire/state.ts';
import type { UserMail } from './users/user-store.ts';

const schema =
  'create table if not exists mails(id integer primary key autoincrement, at text not null, mail text not null);';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  code?: string;
  link?: string;
  /** The List-Unsubscribe header. */
  unsubscribe?: string;
  kind: UserMail['kind'] | 'other';
  /** ISO 8601. */
  at: string;
};

/** A mail in the outbox, with its number there, which it keeps. */
export type SentMail = Mail & { id: number };

/** The template's words for mails with a code. `{####}` stands for the code, in the message and in its link. */
export type CodeMailTemplate = { subject: string; html: string };

export const defaultCodeMail: CodeMailTemplate = {
  subject: 'Your verification code',
  html: 'Your verification code is {####}',
};

function plainText(html: string): string {
  return html
    .replace(/<head>.*?<\/head>/gis, '')
    .replace(/<div style="display:none.*?<\/div>/gis, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gi, '$2 ($1)')
    .replace(/<hr[^>]*>/gi, '\n')
    .replace(/<br[^>]*>|<\/p>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** The mail Cognito would send: the template's text with the code filled in, its link with the code taken out for convenience. */
export function composeCodeMail(mail: UserMail, template: CodeMailTemplate, at: Date): Mail {
  const html = template.html.replaceAll('{####}', mail.code).replaceAll('{username}', mail.to);
  const text = plainText(html);
  const link = text.match(/https?:\/\/[^\s"')]+/g)?.find((each) => each.includes(mail.code));
  return {
    to: mail.to,
    subject: template.subject.replaceAll('{####}', mail.code),
    text,
    html,
    code: mail.code,
    ...(link && { link }),
    kind: mail.kind,
    at: at.toISOString(),
  };
}

/** Mails that would have been sent, newest first. */
export class MailOutbox {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = openState(path, schema);
  }

  close(): void {
    this.#database.close();
  }

  add(mail: Mail): void {
    this.#database.prepare('insert into mails(at, mail) values(?,?)').run(mail.at, JSON.stringify(mail));
  }

  list(limit = 100): SentMail[] {
    return this.#database
      .prepare('select id, mail from mails order by id desc limit ?')
      .all(limit)
      .map(({ id, mail }) => ({ ...(JSON.parse(String(mail)) as Mail), id: Number(id) }));
  }
}

type Part = { Data?: string };
type SendEmail = {
  FromEmailAddress?: string;
  Destination?: { ToAddresses?: string[] };
  Content?: {
    Simple?: {
      Subject?: Part;
      Body?: { Text?: Part; Html?: Part };
      Headers?: { Name: string; Value: string }[];
    };
  };
};

const badRequest = (text: string) => new ServiceError('BadRequestException', text);

/** What SES checks of a mail before it takes it. */
function readMail(body: string): Mail {
  const input = JSON.parse(body) as SendEmail;
  const { Subject, Body, Headers = [] } = input.Content?.Simple ?? {};
  const [to, ...others] = input.Destination?.ToAddresses ?? [];
  const address = /^[^\s@<>,;]+@[^\s@<>,;]+$/;
  if (!input.FromEmailAddress || !address.test(input.FromEmailAddress))
    throw badRequest('Missing or illegal FromEmailAddress.');
  if (!to || others.length > 0 || !address.test(to)) throw badRequest('Local name or domain is not valid.');
  if (!Subject?.Data || !Body?.Text?.Data) throw badRequest('Subject and body must not be empty.');
  if (/[\r\n]/.test(Subject.Data)) throw badRequest('The subject must be one line.');
  for (const { Name, Value } of Headers)
    if (/[^\x20-\x7e]/.test(Name + Value) || Value.length > 870) throw badRequest(`Illegal header ${Name}.`);
  const unsubscribe = Headers.find(({ Name }) => Name === 'List-Unsubscribe')?.Value;
  return {
    to,
    subject: Subject.Data,
    text: Body.Text.Data,
    ...(Body.Html?.Data && { html: Body.Html.Data }),
    ...(unsubscribe && { unsubscribe }),
    kind: 'other',
    at: '',
  };
}

/** SES v2's SendEmail: mails end in the outbox instead of a mailbox. */
export function createMailService(deliver: (mail: Mail) => void, now: () => Date): WireService {
  return {
    async handle(request: WireRequest): Promise<WireResponse> {
      if (request.method !== 'POST' || request.path !== '/v2/email/outbound-emails')
        return jsonError(new ServiceError('NotFoundException', 'This operation is not embedded.', 404));
      try {
        deliver({ ...readMail(request.body.toString('utf8')), at: now().toISOString() });
      } catch (error) {
        if (error instanceof ServiceError) return jsonError(error);
        throw error;
      }
      const headers = { 'content-type': 'application/json' };
      return { status: 200, headers, body: JSON.stringify({ MessageId: crypto.randomUUID() }) };
    },
    close: () => {},
  };
}
