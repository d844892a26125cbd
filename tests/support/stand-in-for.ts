import { mockClient } from 'aws-sdk-client-mock';
import { afterAll } from 'vitest';

/**
 * A client of the SDK, every one of its class, that answers what a file of tests says, until that file ends: the files of
 * the project `unit` share what they import, and a stand-in left behind would answer the next one.
 */
export const standInFor: typeof mockClient = (client) => {
  const standIn = mockClient(client);
  afterAll(() => standIn.restore());
  return standIn;
};
