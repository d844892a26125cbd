import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  askLocal,
  requireRightClock,
  requireVisitor,
  roleEnvironment,
  visitorVariables,
  withRole,
} from '#lib/operations/visitor/visits.ts';
import { undecided } from '#lib/stage.ts';

describe('the keys of the visitor', () => {
  const role = 'arn:aws:iam::123456789012:role/Visitor';
  const asked: { body: string; authorization: string }[] = [];
  let server: Server;
  let origin: string;

  /** STS and SQS in one: who takes on the role gets its keys, and every call is noted. */
  beforeAll(async () => {
    server = createServer((incoming, outgoing) => {
      let body = '';
      incoming.on('data', (chunk) => (body += chunk));
      incoming.on('end', () => {
        asked.push({ body, authorization: incoming.headers.authorization ?? '' });
        if (!body.includes('Action=AssumeRole'))
          return outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
        outgoing.writeHead(200, { 'content-type': 'text/xml' }).end(
          `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
        <AccessKeyId>ASIAOFTHEROLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>
        <Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  afterEach(() => vi.unstubAllEnvs());

  it("the visitor's keys are those of its role, requested with the operator’s own", async () => {
    const own = { AWS_ACCESS_KEY_ID: 'AKIAOFTHEOPERATOR', AWS_SECRET_ACCESS_KEY: 's' };
    const { variables, remove } = roleEnvironment(role, { ...own, AWS_CONFIG_FILE: '/nowhere' });
    const all = { ...own, ...variables, AWS_REGION: 'eu-north-1', AWS_ENDPOINT_URL: origin };
    for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
    await new SQSClient({}).send(new ReceiveMessageCommand({ QueueUrl: `${origin}/1/visits` }));
    remove();
    const [first, second] = asked;
    expect(first?.authorization).toContain('AKIAOFTHEOPERATOR');
    expect(new URLSearchParams(first?.body).get('RoleArn')).toBe(role);
    expect(second?.authorization).toContain('ASIAOFTHEROLE');
  });
});

const role = 'arn:aws:iam::123456789012:role/Visitor';
const settings = { ...undecided.settings, VISITS_BY: 'both' as const };

describe('the command of the visitor', () => {
  it('the visitor command says that the stage has no visitor, and how to switch it on', () => {
    expect(() => requireVisitor('prod', undecided)).toThrow(
      /switched off: stages\/prod\.json has VISITS_BY "lambda".+"both" or "visitor", deploy/,
    );
    expect(() => requireVisitor('prod', { settings })).not.toThrow();
  });

  it('the visitor command refuses a clock that is an hour off and says in which direction', () => {
    const now = Date.parse('2026-11-24T12:00:00Z');
    expect(() => requireRightClock('Tue, 24 Nov 2026 11:00:00 GMT', now)).toThrow(
      /clock is off: .+3600 seconds ahead of AWS/,
    );
    expect(() => requireRightClock('Tue, 24 Nov 2026 13:00:00 GMT', now)).toThrow(/behind AWS/);
    expect(() => requireRightClock('Tue, 24 Nov 2026 12:00:02 GMT', now)).not.toThrow();
    expect(() => requireRightClock('Tue, 24 Nov 2026 12:00:05 GMT', now)).toThrow(/5 seconds behind/);
    expect(() => requireRightClock(null, now)).not.toThrow();
  });

  it("the visitor command assumes the role with the operator's profile or keys", () => {
    expect(withRole('[profile office]\nregion = x\n', role, { AWS_PROFILE: 'office' })).toBe(
      `[profile office]\nregion = x\n[profile bilfund-visitor]\nrole_arn = ${role}\nrole_session_name = visitor\nsource_profile = office\n`,
    );
    expect(withRole('', role, { AWS_ACCESS_KEY_ID: 'AKIA' })).toContain('credential_source = Environment');
    expect(withRole('', role, {})).toContain('source_profile = default');
  });

  it('the visitor command writes its configuration for the user only and deletes it at the end', () => {
    const { variables, remove } = roleEnvironment(role, { AWS_CONFIG_FILE: '/nowhere/config' });
    expect(readFileSync(variables.AWS_CONFIG_FILE, 'utf8')).toContain(role);
    expect(statSync(variables.AWS_CONFIG_FILE).mode & 0o077).toBe(0);
    remove();
    expect(existsSync(variables.AWS_CONFIG_FILE)).toBe(false);
  });

  it("the visitor command passes the function's settings and the stage’s politeness to the scraper", () => {
    const outputs = {
      VisitorRole: role,
      Address: 'https://bilfund.example',
      Table: 't',
      DataBucket: 'd',
      VisitsQueue: 'v',
      HourlyVisitsQueue: 'hv',
      ScrapeQueue: 's',
    };
    const all = visitorVariables('prod', settings, { ...outputs, IdentifyQueue: 'i', RateQueue: 'r' });
    expect(all).toMatchObject({
      TABLE_NAME: 't',
      VISITS_QUEUE_URL: 'v',
      HOURLY_VISITS_QUEUE_URL: 'hv',
      SCRAPE_PAUSE_SECONDS: '3',
    });
    // The visitor itself hands nothing on.
    expect(all).not.toHaveProperty('VISITS_BY');
  });

  it('the visitor command for a local Bilfund reports if none answers and accepts no other address', async () => {
    await expect(askLocal('http://127.0.0.1:1')).rejects.toThrow(/no Bilfund answers. Start it first/);
    await expect(askLocal('https://bilfund.example')).rejects.toThrow(/no address of this machine/);
    await expect(askLocal('')).rejects.toThrow(/--local http:/);
  });
});
