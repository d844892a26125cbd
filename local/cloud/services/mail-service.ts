import { jsonError } from '../wire/json-protocol.ts';
import { ServiceError, type WireRequest, type WireResponse, type WireService } from '../wire/service.ts';
import type { Mail } from './mail-outbox.ts';

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
