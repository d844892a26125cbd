/** A request as botocore and we are asked to sign it. */
export type SignCase = {
  name: string;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string;
  service: string;
  sessionToken?: string;
};

export const signingKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/+with=odd' };
export const signingTime = '2026-11-22T10:11:12.345Z';
export const signingRegion = 'eu-north-1';

const address = (host: string, path = '/') => `https://${host}.eu-north-1.amazonaws.com${path}`;
const empty = { headers: {}, body: '' };
const asJson = { 'content-type': 'application/x-amz-json-1.1' };

export const signCases: readonly SignCase[] = [
  {
    name: 'a GET without a body',
    method: 'GET',
    url: address('execute-api'),
    ...empty,
    service: 'execute-api',
  },
  { name: 'a POST without a body', method: 'POST', url: address('sqs'), ...empty, service: 'sqs' },
  {
    name: 'a secret, with the session of a role',
    ...{ method: 'POST', url: address('secretsmanager'), service: 'secretsmanager' },
    headers: { ...asJson, 'x-amz-target': 'secretsmanager.GetSecretValue' },
    body: '{"SecretId":"arn:aws:secretsmanager:eu-north-1:1:secret:å"}',
    sessionToken: 'IQoJb3JpZ2lu/+token==',
  },
  {
    name: 'an account record',
    ...{ method: 'POST', url: address('cognito-idp'), service: 'cognito-idp' },
    headers: { ...asJson, 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminGetUser' },
    body: '{"Username":"søren@example.dk"}',
    sessionToken: 'token',
  },
  {
    name: 'a mail of other letters',
    ...{ method: 'POST', url: address('email', '/v2/email/outbound-emails'), service: 'ses' },
    headers: { 'content-type': 'application/json' },
    body: '{"a":"æøå €😀"}',
  },
  {
    name: 'headers with blanks around and within',
    ...{ method: 'POST', url: address('sqs'), service: 'sqs' },
    headers: { 'x-amz-b': '  two   blanks ', 'x-amz-a': 'one' },
    body: 'x',
  },
  {
    name: 'an object',
    ...{ method: 'GET', url: address('s3', '/bucket/photos/own/a_b-c.webp'), ...empty, service: 's3' },
    sessionToken: 'token',
  },
  {
    name: 'an object with an odd key',
    ...{ method: 'GET', ...empty, service: 's3' },
    url: address('s3', '/bucket/a%20folder/%C3%A6%2B%20%26%20%C3%A5%3F/%28x%29%27%2A%21~.txt'),
  },
  {
    name: 'a path of another service that is encoded already',
    ...{ method: 'GET', ...empty, service: 'execute-api' },
    url: address('execute-api', '/live/%40connections/L0SM9cOFvHcCIhw%3D'),
  },
  {
    name: 'a query',
    ...{ method: 'GET', ...empty, service: 'execute-api' },
    url: address('execute-api', '/?b=2&a=1&a=0&empty='),
  },
  {
    name: 'a query whose names begin alike',
    ...{ method: 'GET', ...empty, service: 'execute-api' },
    url: address('execute-api', '/?a-b=1&a=2&a.c=3'),
  },
  {
    name: 'a query of odd characters',
    ...{ method: 'GET', ...empty, service: 'execute-api' },
    url: address('execute-api', '/?q=%28x%29%2A%27%21~%20%2B%2F%C3%A6'),
  },
];

/** Keys of objects, whose paths a signature covers as they are sent. */
export const oddKeys = ['photos/own/a_b-c.webp', "a folder/æ+ø & å?/(x)'*!~.txt", 'a=b,c;d:e@f$g'];
