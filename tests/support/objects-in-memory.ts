import { S3Client } from '@aws-sdk/client-s3';
import { listen } from 'local-cloud/wire/http.ts';
import { vi } from 'vitest';
import { createMemoryObjects } from '#tests/simulation/seeded/memory-objects.ts';

type Command = { constructor: { name: string }; input: Parameters<Objects['carryOut']>[1] };
type Objects = ReturnType<typeof createMemoryObjects>;

/** Buckets that are there at once, behind the SDK's client and behind the signed calls that read an object. */
export async function objectsInMemory() {
  const objects = createMemoryObjects();
  const listener = await listen((request, response) => {
    const { status, body } = objects.read(request.url!);
    response.writeHead(status).end(body);
  });
  process.env.AWS_ENDPOINT_URL_S3 = listener.origin;
  const send = vi.spyOn(S3Client.prototype, 'send');
  send.mockImplementation(async (given: unknown) => {
    const command = given as Command;
    return objects.carryOut(command.constructor.name, command.input) as never;
  });
  return {
    ...objects,
    async close(): Promise<void> {
      send.mockRestore();
      delete process.env.AWS_ENDPOINT_URL_S3;
      await listener.close();
    },
  };
}
