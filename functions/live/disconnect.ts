import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { removeSocket } from '#functions/_adapters/sockets.ts';

export async function handler(event: APIGatewayProxyWebsocketEventV2): Promise<{ statusCode: number }> {
  await removeSocket(event.requestContext.connectionId);
  return { statusCode: 200 };
}
