import type { WireRequest, WireResponse, WireService } from '../wire/http.ts';

/** Frames and payloads that API Gateway takes: 128 KB. */
export const maxFrameBytes = 131_072;

export type Connection = {
  id: string;
  connectedAt: Date;
  sourceIp: string;
  userAgent: string;
  send(data: Buffer): void;
  close(): void;
};

/** Sockets that are open now; none survives a restart. */
export type Connections = Map<string, Connection>;

function failure(status: number, type: string, message: string): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
    body: JSON.stringify({ message }),
  };
}

function answer(connections: Connections, request: WireRequest): WireResponse {
  const match = /\/@connections\/([^/]+)$/.exec(request.path);
  if (!match) return failure(403, 'ForbiddenException', 'Forbidden');
  const connection = connections.get(decodeURIComponent(match[1] ?? ''));
  if (!connection) return failure(410, 'GoneException', 'Gone');
  switch (request.method) {
    case 'POST':
      if (request.body.length > maxFrameBytes) {
        return failure(413, 'PayloadTooLargeException', 'Payload too large');
      }
      connection.send(request.body);
      return { status: 200 };
    case 'DELETE':
      connection.close();
      return { status: 204 };
    default:
      return failure(403, 'ForbiddenException', 'Forbidden');
  }
}

/** API Gateway's management calls on open sockets: `…/@connections/{id}`. */
export function createConnectionService(connections: Connections): WireService {
  return {
    handle: async (request) => answer(connections, request),
    close: () => {
      for (const connection of connections.values()) connection.close();
    },
  };
}
