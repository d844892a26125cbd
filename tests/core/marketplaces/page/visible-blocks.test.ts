import { describe, expect, it } from 'vitest';
import { visibleBlocks, visibleParts } from '#core/marketplaces/page/html.ts';

describe('visibleBlocks and visibleParts', () => {
  it.each([
    ['a line for each block', '<p>Ford <b>Focus</b></p><p>2016</p>', ['Ford Focus', '2016']],
    ['text outside all blocks', 'Ford<div>2016</div>Aarhus', ['Ford', '2016', 'Aarhus']],
    ['entities as what they stand for', '<p>Tr&aelig;k &amp; klima</p>', ['Træk & klima']],
    ['nothing of scripts and styles', '<p>Ford</p><style>p{}</style><script>"<p>no</p>"</script>', ['Ford']],
    ['nothing of a comment, tags included', '<p>Ford</p><!-- <p>no</p> --><p>2016</p>', ['Ford', '2016']],
    ['what stands before a comment without an end', '<p>Ford</p>2016<!-- <p>no</p>', ['Ford', '2016']],
  ])('visibleBlocks gives %s', (_, markup, lines) => {
    expect(visibleBlocks(markup)).toEqual(lines);
  });

  it('visibleParts gives the parts side by side in each block', () => {
    expect(visibleParts('<div><span>Herning</span> <span>Byens Biler</span></div>')).toEqual([
      ['Herning', 'Byens Biler'],
    ]);
  });
});
