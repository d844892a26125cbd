import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** The first byte of a handshake of TLS. */
const handshake = 0x16;

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  const end = () => {
    one.destroy();
    other.destroy();
  };
  one.on('error', end).on('close', end);
  other.on('error', end).on('close', end);
}

/**
 * Listens before a server that speaks TLS alone, and lets those in as well who come without: the emulator asks itself for the
 * keys of a user pool by plain HTTP, whatever it speaks. `behind` is the server's address; both have the same port.
 */
export async function openDoor(port: number, behind: string): Promise<{ close(): void }> {
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    client.once('data', (first) => {
      client.pause();
      client.unshift(first);
      const isTls = first[0] === handshake;
      const inside = isTls
        ? connect(port, behind)
        : connectTls({ port, host: behind, rejectUnauthorized: false });
      join(client, inside);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { close: () => server.close() };
}
