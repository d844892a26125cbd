import { expect, it } from 'vitest';
import { settingEnvironment } from '#core/contract/needs.ts';
import { settingVariables, undecided } from '#lib/stage.ts';
import { sampleOperator } from '#tests/support/sample-operator.ts';

it('every setting is a variable of the functions, as text', () => {
  const variables = settingVariables({
    ...undecided.settings,
    NEW_ACCOUNT_SCRAPES: 3,
    IMPORTS_ENABLED: false,
    OPERATOR: sampleOperator,
  });
  expect(Object.keys(variables).sort()).toEqual([...settingEnvironment].sort());
  expect(variables).toMatchObject({
    MARKETPLACE_ORIGIN: '',
    SCRAPE_PAUSE_SECONDS: '3',
    NEW_ACCOUNT_SCRAPES: '3',
    IMPORTS_ENABLED: 'false',
    REGISTER_KIND: 'none',
    OPERATOR: JSON.stringify(sampleOperator),
  });
  expect(settingVariables(undecided.settings)).toMatchObject({ OPERATOR: '' });
});
