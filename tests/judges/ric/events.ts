import type { DeclaredFunction } from '#lib/functions.ts';

/** What the stand-in for the cloud says for every secret. */
export const everySecret = 'a secret of this rehearsal';

const host = 'id.execute-api.eu-north-1.amazonaws.com';

function routeEvent(routeKey: string, isSignedIn: boolean, clientId: string | undefined): object {
  const [method = '', route = ''] = routeKey.split(' ');
  const names = [...route.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name!);
  const path = route.replace(/\{\w+\+?\}/g, 'abc123');
  const claims = { sub: '11111111-2222-4333-8444-555555555555', token_use: 'access', client_id: clientId };
  return {
    ...{ version: '2.0', routeKey, rawPath: path, rawQueryString: '', isBase64Encoded: false },
    headers: {
      ...{ accept: '*/*', 'content-type': 'application/json', host, 'x-origin-secret': everySecret },
      'x-client-address': '192.0.2.7',
    },
    pathParameters: Object.fromEntries(names.map((name) => [name, 'abc123'])),
    requestContext: {
      ...{ accountId: '000000000000', apiId: 'id', domainName: host, domainPrefix: 'id', requestId: 'r-1' },
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'rehearsal' },
      ...{ routeKey, stage: '$default', time: '12/Mar/2026:19:03:58 +0000', timeEpoch: Date.now() },
      ...(isSignedIn && { authorizer: { jwt: { claims, scopes: null } } }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  };
}

/** An event as the cloud sends it to this function, with as little in it as may be. */
export function eventFor(declared: DeclaredFunction, clientId: string | undefined): object {
  if (declared.kind === 'route') return routeEvent(declared.routeKey, declared.row.auth === 'user', clientId);
  const { trigger } = declared.row;
  switch (trigger.kind) {
    case 'schedule':
      return {
        ...{ version: '0', id: 'e-1', 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} },
        ...{ account: '000000000000', region: 'eu-north-1', resources: [], time: new Date().toISOString() },
      };
    case 'websocket': {
      const eventType = { $connect: 'CONNECT', $disconnect: 'DISCONNECT', $default: 'MESSAGE' }[
        trigger.route
      ];
      const identity = { sourceIp: '192.0.2.1' };
      return {
        ...{ headers: {}, queryStringParameters: {}, body: '{"type":"ping"}', isBase64Encoded: false },
        requestContext: {
          ...{ routeKey: trigger.route, eventType, connectionId: 'L0SM9cOFvHcCIhw=', requestId: 'r-1' },
          ...{ stage: 'live', apiId: 'id', domainName: host, identity, connectedAt: 1, requestTimeEpoch: 1 },
        },
      };
    }
    case 'pool-mail':
      return {
        ...{ version: '1', region: 'eu-north-1', userPoolId: 'eu-north-1_Pool', userName: 'u-1' },
        ...{ triggerSource: 'CustomMessage_SignUp', callerContext: { clientId } },
        request: { codeParameter: '{####}', userAttributes: { email: 'kim@example.dk' } },
        response: { smsMessage: null, emailMessage: null, emailSubject: null },
      };
    default:
      return { Records: [] };
  }
}
