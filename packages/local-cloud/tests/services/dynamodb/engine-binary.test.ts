import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { engineBinary } from '../../../services/dynamodb/table-engine.ts';

it.each(['darwin-arm64', 'win32-x64', 'linux-arm64'])(
  'a machine of %s is told where the engine works and what to do instead',
  (platform) => {
    expect(() => engineBinary(platform)).toThrow(
      `There is no DynamoDB engine for ${platform}: it works by itself on linux-x64 only. Here, start DynamoDB Local and set LOCAL_CLOUD_DYNAMODB_ENDPOINT to its address.`,
    );
  },
);

it.runIf(process.platform === 'linux' && process.arch === 'x64')('is there where it is supported', () => {
  expect(existsSync(engineBinary())).toBe(true);
});
