import { describe, expect, it } from 'vitest';
import { readStageOptions } from '#lib/operations/stage-options.ts';

describe('the options of a command for a stage', () => {
  it("a command's options are the stage, its own flags and remaining words", () => {
    expect(readStageOptions(['--stage', 'prod', '--off'], 'replay', ['off'])).toEqual({
      stage: 'prod',
      words: [],
      flags: { off: true },
    });
    expect(readStageOptions(['--stage', 'dev', '--', '--no-rollback'], 'deploy')?.words).toEqual([
      '--no-rollback',
    ]);
  });

  it('--help overrides all other options', () => {
    expect(readStageOptions(['--help'], 'deploy')).toBeNull();
  });

  it.each([
    [[], 'Say which stage: npm run deploy -- --stage dev|prod'],
    [['--stage', 'production'], 'The stage is "production" but must be one of dev, prod.'],
    [['-c', 'stage=prod'], /"npm run deploy -- --help" lists the options\.$/],
  ])('the options %j are refused with a sentence', (args, sentence) => {
    expect(() => readStageOptions(args, 'deploy')).toThrow(sentence);
  });
});
