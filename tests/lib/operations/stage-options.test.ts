import { describe, expect, it } from 'vitest';
import { readStageOptions } from '#lib/operations/stage-options.ts';

describe('the options of a command for a stage', () => {
  it('are the stage, the command’s own flags, and what is handed on', () => {
    expect(readStageOptions(['--stage', 'prod', '--off'], 'protect', ['off'])).toEqual({
      stage: 'prod',
      words: [],
      flags: { off: true },
    });
    expect(readStageOptions(['--stage', 'dev', '--', '--no-rollback'], 'deploy')?.words).toEqual([
      '--no-rollback',
    ]);
  });

  it('are nothing but help where help is asked for', () => {
    expect(readStageOptions(['--help'], 'deploy')).toBeNull();
  });

  it.each([
    [[], 'Say which stage: npm run deploy -- --stage dev|prod'],
    [['--stage', 'production'], 'The stage is "production" but must be one of dev, prod.'],
    [['-c', 'stage=prod'], /"npm run deploy -- --help" lists the options\.$/],
  ])('%j are refused with a sentence', (args, sentence) => {
    expect(() => readStageOptions(args, 'deploy')).toThrow(sentence);
  });
});
