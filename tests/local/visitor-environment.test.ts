import type { LocalCloud } from 'local-cloud/cloud-options.ts';
import { describe, expect, it } from 'vitest';
import { visitorEnvironment } from '#local/control/control-server.ts';

const scrape = {
  definition: { name: 'bilfund-dev-scrape', environment: { TABLE_NAME: 't', VISITS_BY: 'both' } },
};

/** A cloud of which the visitor is told: with these roles, and the function that visits. */
const cloudWith = (...roles: string[]) =>
  ({
    template: {
      all: () => roles.map((logicalId) => ({ logicalId, properties: {} })),
      arn: (logicalId: string) => `arn:${logicalId}`,
    },
    registry: { all: () => [scrape] },
    clock: { file: '/clock' },
    roleEnvironment: (roleArn: string) => ({ AWS_ACCESS_KEY_ID: `key of ${roleArn}` }),
  }) as unknown as LocalCloud;

describe('what the visitor of this machine runs with', () => {
  it('the local visitor has the settings of the scraping function and keys of its own role', () => {
    expect(
      visitorEnvironment(cloudWith('FunctionsScrapeRole01234567', 'FunctionsVisitorRole89ABCDEF')),
    ).toEqual({
      TABLE_NAME: 't',
      AWS_ACCESS_KEY_ID: 'key of arn:FunctionsVisitorRole89ABCDEF',
      BILFUND_CLOCK_FILE: '/clock',
      LOG_LEVEL: 'error',
    });
  });

  it('the local visitor has no settings if the template has no visitor', () => {
    expect(visitorEnvironment(cloudWith('FunctionsScrapeRole01234567'))).toBeNull();
  });
});
