import { describe, expect, test } from 'vitest';
import { createViewerFunction } from '../../../runner/site/behaviors.ts';

const request = {
  method: 'GET',
  uri: '/things/1',
  rawQuery: 'a=1&b=%C3%A6',
  headers: { host: 'x', cookie: 'k=v' },
  ip: '127.0.0.1',
};

describe('a viewer function', () => {
  test('may change path and headers, and leaves the query as it came', () => {
    const run = createViewerFunction(`
      function handler(event) {
        var request = event.request;
        request.uri = '/index.html';
        request.headers['x-ip'] = { value: event.viewer.ip + request.cookies.k.value };
        return request;
      }`);
    expect(run(request)).toEqual({
      ...request,
      uri: '/index.html',
      headers: { ...request.headers, 'x-ip': '127.0.0.1v' },
    });
  });

  test('may answer itself', () => {
    const run = createViewerFunction(
      "function handler() { return { statusCode: 301, headers: { location: { value: '/b' } } }; }",
    );
    expect(run(request)).toEqual({ statusCode: 301, headers: { location: '/b' }, body: '' });
  });

  test('reaches nothing of ours', () => {
    const run = createViewerFunction(
      'function handler(e) { e.request.uri = typeof process + typeof require; return e.request; }',
    );
    expect(run(request)).toMatchObject({ uri: 'undefinedundefined' });
  });
});
