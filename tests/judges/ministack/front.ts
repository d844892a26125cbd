/**
 * Replaces the CloudFront distribution, which the emulator creates but does not run: `node front.ts PORT STAGE` forwards
 * requests to the deployed API with the origin secret. A program of its own, because the emulator's certificate must be trusted
 * from the start of a process.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { originSecretHeader } from '#core/contract/needs.ts';
import { readStage } from '#lib/stage.ts';
import { physicalId } from './stack-resources.ts';

const [port, given] = process.argv.slice(2);
const stage = readStage(given);

type Behind = { api: string; secret: string };

async function findBehind(): Promise<Behind> {
  const SecretId = await physicalId(stage, 'AWS::SecretsManager::Secret', /^OriginSecret/);
  const { SecretString = '' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId }),
  );
  const apiId = await physicalId(stage, 'AWS::ApiGatewayV2::Api', /^Api/);
  return { api: `${process.env.AWS_ENDPOINT_URL}/_aws/execute-api/${apiId}/$default`, secret: SecretString };
}

let behind: Promise<Behind> | undefined;

async function pass(request: IncomingMessage): Promise<{ status: number; type: string; body: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { 'content-type': type, authorization } = request.headers;
  const ask = async ({ api, secret }: Behind) =>
    fetch(api + request.url, {
      method: request.method ?? 'GET',
      redirect: 'manual',
      headers: {
        [originSecretHeader]: secret,
        ...(type && { 'content-type': type }),
        ...(authorization && { authorization }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
  behind ??= findBehind();
  let answer = await ask(await behind);
  if (answer.status === 404) {
    // The main stack may have been deployed anew, with an API of another address.
    behind = findBehind();
    answer = await ask(await behind);
  }
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

createServer((request, response) => {
  pass(request).then(
    ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
    (error: unknown) => {
      // The stack may not exist yet: the next request looks for it again.
      behind = undefined;
      response.writeHead(502, { 'content-type': 'text/plain' }).end(String(error));
    },
  );
}).listen(Number(port), '127.0.0.1');
