import { expect, it } from 'vitest';
import { hopelessFault, reasonOf } from '#functions/imports/visits.ts';

it.each([
  ['ExpiredTokenException', 'x', 'sign in again'],
  ['CredentialsProviderError', 'x', 'sign in again'],
  ['Error', 'The security token included in the request is invalid', 'sign in again'],
  ['SignatureDoesNotMatch', 'x', 'clock'],
  ['RequestTimeTooSkewed', 'x', 'clock'],
  ['AccessDeniedException', 'x', 'role'],
  ['Error', 'is not authorized to perform', 'role'],
  ['QueueDoesNotExist', 'x', 'switched off'],
])('%s: "%s" tells the operator of a visitor what to do: %s', (name, message, told) => {
  const error = Object.assign(new Error(message), { name });
  expect(hopelessFault(error)).toContain(told);
  expect(reasonOf(error)).toBe(`${name}: ${message}`);
});

it('tells the operator of a visitor nothing about temporary faults', () => {
  expect(hopelessFault(new Error('socket hang up'))).toBeNull();
  expect(hopelessFault('a word')).toBeNull();
  expect(reasonOf('a word')).toBe('a word');
});
