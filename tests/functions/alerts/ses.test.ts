import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendMail } from '#functions/alerts/channels.ts';

type Seen = { address: string; headers: IncomingMessage['headers']; body: string };
let server: Server;
let statuses: number[] = [];
let seen: Seen[] = [];

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const part of incoming) body += part;
    seen.push({ address: incoming.url ?? '', headers: incoming.headers, body });
    outgoing.writeHead(statuses.shift() ?? 200).end('{"message":"said by the service"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-north-1');
  vi.stubEnv('MAIL_FROM', 'news@bilfund.example');
  vi.stubEnv('MAIL_CONFIGURATION_SET', 'alerts');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});
beforeEach(() => {
  seen = [];
  statuses = [];
});

const send = () =>
  sendMail({
    to: 'person@example.com',
    subject: 'Én bil',
    text: 'A car',
    html: '<p>A car</p>',
    personId: 'person-1',
    unsubscribeUrl: 'https://bilfund.example/unsubscribe?token=t',
  });

describe('mails through SES', () => {
  it('sends a mail to SES, signed for the service and its region, with the unsubscribe headers', async () => {
    await send();
    expect(seen[0]?.address).toBe('/v2/email/outbound-emails');
    expect(seen[0]?.headers.authorization).toContain('/eu-north-1/ses/aws4_request');
    expect(JSON.parse(seen[0]!.body)).toMatchObject({
      FromEmailAddress: 'news@bilfund.example',
      Destination: { ToAddresses: ['person@example.com'] },
      EmailTags: [{ Name: 'person', Value: 'person-1' }],
      Content: {
        Simple: {
          Subject: { Data: 'Én bil', Charset: 'UTF-8' },
          Headers: [
            { Name: 'List-Unsubscribe', Value: '<https://bilfund.example/unsubscribe?token=t>' },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        },
      },
    });
  });

  it('sends a mail again when SES is busy', async () => {
    statuses = [503, 429];
    await send();
    expect(seen).toHaveLength(3);
  });

  it('does not send a refused mail again, and keeps SES’s message', async () => {
    statuses = [400];
    await expect(send()).rejects.toThrow('the mail service answered 400: {"message":"said by the service"}');
    expect(seen).toHaveLength(1);
  });
});
