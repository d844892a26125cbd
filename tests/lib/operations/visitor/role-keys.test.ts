import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { roleEnvironment } from '#lib/operations/visitor/visits.ts';

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

describe('the keys of the visitor', () => {
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
