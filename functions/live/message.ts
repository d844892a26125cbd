import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { sendToSocket } from '#functions/_adapters/sockets.ts';

/** Browsers send a ping now and then, because API Gateway closes a socket that is silent for ten minutes. */
export async function handler(event: APIGatewayProxyWebsocketEventV2): Promise<{ statusCode: number }> {
  await sendToSocket(event.requestContext.connectionId, { type: 'pong' });
  return { statusCode: 200 };
}
