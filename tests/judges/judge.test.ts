import { describe, expect, it } from 'vitest';
import { without } from './judge.ts';

describe('what a judge found', () => {
  it('is counted apart where it is acknowledged', () => {
    const acknowledgements = [{ finding: /^A\d$/, because: 'Known.' }];
    expect(without(acknowledgements, ['A1', 'A2', 'B1'])).toEqual({ findings: ['B1'], acknowledged: 2 });
  });

  it('is said again of an acknowledgement that nothing needs any more', () => {
    const { findings } = without([{ finding: /^A\d$/, because: 'Known once.' }], ['B1']);
    expect(findings).toEqual(['B1', 'acknowledged, but not found any more: /^A\\d$/']);
  });
});
