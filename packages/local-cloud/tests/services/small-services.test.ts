import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, test } from 'vitest';
import { type Connection, createConnectionService } from '../../services/connection-service.ts';
import { type BusEvent, createEventService } from '../../services/events/event-service.ts';
import { composeCodeMail, createMailService, type Mail } from '../../services/mail-service.ts';
import { createSecretService, createSecretValues } from '../../services/secret-service.ts';
import { administrator } from '../../wire/http.ts';
import { againstAws, contractTarget, temporaryFolder } from '../support/contract-target.ts';

describe('the event bus', () => {
  test('takes good entries, names the bad ones and counts them', async () => {
    const published: [string, BusEvent][] = [];
    const target = await contractTarget(() =>
      createEventService((bus, event) => published.push([bus, event])),
    );
    const client = new EventBridgeClient(target.config);
    const entry = { Source: 'contract', DetailType: 'tested', Detail: '{"id":1}' };
    const Entries = [entry, { ...entry, Detail: 'no json' }, { ...entry, Source: '' }];
    const answer = await client.send(new PutEventsCommand({ Entries: Entries.slice(0, 2) }));
    expect(answer.FailedEntryCount).toBe(1);
    expect(answer.Entries?.[0]?.EventId).toBeTruthy();
    expect(answer.Entries?.[1]?.ErrorCode).toBe('MalformedDetail');
    if (!againstAws) {
      expect(published).toHaveLength(1);
      expect(published[0]).toMatchObject(['default', { 'detail-type': 'tested', detail: { id: 1 } }]);
    }
    client.destroy();
    await target.close();
  });

  test('refuses more than 1 MiB in one call', async () => {
    const target = await contractTarget(() => createEventService(() => {}));
    const client = new EventBridgeClient(target.config);
    const Detail = JSON.stringify({ text: 'x'.repeat(1_048_576) });
    const put = client.send(new PutEventsCommand({ Entries: [{ Source: 'a', DetailType: 'b', Detail }] }));
    await expect(put).rejects.toThrow(/size|limit/i);
    client.destroy();
    await target.close();
  });
});

describe.skipIf(againstAws)('secrets', () => {
  test('come from the own file, then from the template, then are made once', async () => {
    const folder = temporaryFolder();
    const declarations = [
      { logicalId: 'Payment', name: 'payment', value: 'placeholder' },
      { logicalId: 'Origin', name: 'origin', generatedLength: 32 },
    ];
    const lookUp = createSecretValues(folder.path, declarations);
    const target = await contractTarget(() => createSecretService(lookUp));
    const client = new SecretsManagerClient(target.config);
    const read = async (SecretId: string) =>
      (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString;
    expect(await read('payment')).toBe('placeholder');
    writeFileSync(join(folder.path, 'secrets.json'), JSON.stringify({ Payment: 'mine' }));
    expect(await read('payment')).toBe('mine');
    expect(await read('origin')).toHaveLength(32);
    expect(createSecretValues(folder.path, declarations)('origin')?.value).toBe(await read('origin'));
    await expect(read('other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const former = new GetSecretValueCommand({ SecretId: 'payment', VersionStage: 'AWSPREVIOUS' });
    await expect(client.send(former)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    client.destroy();
    await target.close();
    folder.remove();
  });
});

describe.skipIf(againstAws)('open sockets', () => {
  test('take messages until they are gone', async () => {
    const received: string[] = [];
    const connections = new Map<string, Connection>();
    connections.set('abc=', {
      id: 'abc=',
      connectedAt: new Date(),
      sourceIp: '127.0.0.1',
      userAgent: 'test',
      send: (data) => received.push(data.toString()),
      close: () => connections.delete('abc='),
    });
    const target = await contractTarget(() => createConnectionService(connections));
    const client = new ApiGatewayManagementApiClient({ ...target.config, endpoint: `${target.origin}/live` });
    await client.send(new PostToConnectionCommand({ ConnectionId: 'abc=', Data: 'hej' }));
    expect(received).toEqual(['hej']);
    await client.send(new DeleteConnectionCommand({ ConnectionId: 'abc=' }));
    const late = client.send(new PostToConnectionCommand({ ConnectionId: 'abc=', Data: 'hej' }));
    await expect(late).rejects.toMatchObject({ name: 'GoneException' });
    client.destroy();
    await target.close();
  });
});

test('a mail carries the code, and its link as it stands in the text', () => {
  const html = '<p>Code <b>{####}</b>. <a href="http://127.0.0.1:5173/login?confirm={####}">Confirm</a></p>';
  const mail = { to: 'a@example.dk', sub: 'x', locale: null, code: '012345', kind: 'sign-up' } as const;
  const composed = composeCodeMail(mail, { subject: 'Code', html }, new Date(0));
  expect(composed.text).toBe('Code 012345. Confirm (http://127.0.0.1:5173/login?confirm=012345)');
  expect(composed.link).toBe('http://127.0.0.1:5173/login?confirm=012345');
});

describe('the mail service', () => {
  const mail = {
    FromEmailAddress: 'news@shop.invalid',
    Destination: { ToAddresses: ['anna@example.dk'] },
    Content: {
      Simple: {
        Subject: { Data: 'Ny bil: Škoda' },
        Body: { Text: { Data: 'Hej' }, Html: { Data: '<p>Hej</p>' } },
        Headers: [{ Name: 'List-Unsubscribe', Value: '<https://shop.example/api/unsubscribe?token=a.b>' }],
      },
    },
  };
  const simple = mail.Content.Simple;
  const sent: Mail[] = [];
  const service = createMailService(
    (mail) => sent.push(mail),
    () => new Date('2026-11-21T08:00:00.000Z'),
  );
  const send = (body: object) =>
    service.handle({
      ...{ method: 'POST', path: '/v2/email/outbound-emails', query: new URLSearchParams(), headers: {} },
      ...{
        body: Buffer.from(JSON.stringify(body)),
        caller: administrator,
        signal: AbortSignal.timeout(5000),
      },
    });

  test('puts a mail into the outbox as it would have been sent', async () => {
    expect((await send(mail)).status).toBe(200);
    expect(sent).toEqual([
      {
        ...{
          to: 'anna@example.dk',
          subject: 'Ny bil: Škoda',
          text: 'Hej',
          html: '<p>Hej</p>',
          kind: 'other',
        },
        unsubscribe: '<https://shop.example/api/unsubscribe?token=a.b>',
        at: '2026-11-21T08:00:00.000Z',
      },
    ]);
  });

  test.each([
    ['two recipients', { ...mail, Destination: { ToAddresses: ['a@example.dk', 'b@example.dk'] } }],
    ['a recipient that is a list', { ...mail, Destination: { ToAddresses: ['a@example.dk,b@example.dk'] } }],
    ['no sender', { ...mail, FromEmailAddress: '' }],
    [
      'a subject of two lines',
      { ...mail, Content: { Simple: { ...simple, Subject: { Data: 'A\r\nBcc: b@example.dk' } } } },
    ],
    [
      'a header of two lines',
      { ...mail, Content: { Simple: { ...simple, Headers: [{ Name: 'X', Value: 'a\r\nBcc: b' }] } } },
    ],
  ])('refuses %s', async (_what, body) => {
    const before = sent.length;
    expect((await send(body)).status).toBe(400);
    expect(sent).toHaveLength(before);
  });
});
