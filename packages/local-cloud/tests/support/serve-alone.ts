import {
  administrator,
  type Listener,
  listen,
  toWireRequest,
  type WireService,
  writeWireResponse,
} from '../../wire/http.ts';

/** One service alone on a port of its own, everything allowed: for contract tests. */
export async function serveAlone(service: WireService): Promise<Listener> {
  const listener = await listen((incoming, outgoing) => {
    toWireRequest(incoming, outgoing, administrator)
      .then((request) => service.handle(request))
      .then((response) => writeWireResponse(outgoing, response))
      .catch((error: unknown) => {
        console.error(error);
        writeWireResponse(outgoing, { status: 500, body: 'InternalError' });
      });
  });
  return {
    ...listener,
    close: async () => {
      await listener.close();
      service.close();
    },
  };
}
