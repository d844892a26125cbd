import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { settingEnvironment } from '#core/contract/needs.ts';
import { readSettings } from '#lib/settings.ts';
import { readStage } from '#lib/stage.ts';

const nodeOf = (context: Record<string, unknown>) => new App({ context }).node;

describe('the settings of a deployment', () => {
  it('all have a value, and by default the real marketplace is imported at a polite pace', () => {
    const settings = readSettings(nodeOf({}));
    expect(Object.keys(settings).sort()).toEqual([...settingEnvironment].sort());
    expect(settings).toMatchObject({
      MARKETPLACE_ORIGIN: '',
      IMPORTS_ENABLED: 'true',
      SCRAPE_PAUSE_SECONDS: '3',
    });
  });

  it('are what the command line says', () => {
    const settings = readSettings(nodeOf({ IMPORTS_ENABLED: false, NEW_ACCOUNT_SCRAPES: 3 }));
    expect(settings).toMatchObject({
      IMPORTS_ENABLED: 'false',
      NEW_ACCOUNT_SCRAPES: '3',
      REGISTER_KIND: 'none',
    });
  });
});

describe('the stage', () => {
  it('is dev unless said otherwise', () => {
    expect(readStage(nodeOf({}))).toBe('dev');
    expect(readStage(nodeOf({ stage: 'prod' }))).toBe('prod');
  });

  it('is never a misspelling', () => {
    expect(() => readStage(nodeOf({ stage: 'production' }))).toThrow('stage is "production"');
  });
});
