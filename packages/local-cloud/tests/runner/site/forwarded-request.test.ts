import { describe, expect, it } from 'vitest';
import { forwardedRequest } from '../../../runner/site/site.ts';

const request = {
  method: 'GET',
  uri: '/thing/1',
  rawQuery: 'fbclid=abc&lang=da&view=all',
  headers: {
    authorization: 'Bearer secret',
    cookie: 'refresh=secret',
    accept: 'text/html',
    'x-client': '192.0.2.7',
  },
  ip: '192.0.2.7',
};

describe('a request to an origin whose answers are kept for everybody', () => {
  it('carries the queries of the cache’s key and nothing that tells one visitor from another', () => {
    expect(forwardedRequest(request, { queries: ['lang', 'page'], headers: [] })).toEqual({
      ...request,
      rawQuery: 'lang=da',
      headers: { 'user-agent': 'Amazon CloudFront' },
    });
    expect(forwardedRequest(request, { queries: [], headers: [] }).rawQuery).toBe('');
  });

  it('carries the headers that a policy for the origin names', () => {
    expect(forwardedRequest(request, { queries: [], headers: ['x-client', 'x-other'] }).headers).toEqual({
      'user-agent': 'Amazon CloudFront',
      'x-client': '192.0.2.7',
    });
  });

  it('is left as it is where nothing is kept', () => {
    expect(forwardedRequest(request, undefined)).toBe(request);
  });
});
