import { describe, expect, it } from 'vitest';
import { foldText, hasAvoided, isPlateSearch, readAvoided, readSearch } from '#core/catalog/fold-text.ts';

describe('readSearch and foldText', () => {
  it.each([
    ['', []],
    [' – ! ', []],
    ['Golf', [['golf']]],
    ['VW  golf', [['vw', 'golf']]],
    ['AB 12 345', [['ab', '12', '345'], ['ab12345']]],
    ['ab12 345', [['ab12', '345'], ['ab12345']]],
    ['AB12345', [['ab12345']]],
    ['golf AB 12 345', [['golf', 'ab', '12', '345']]],
  ])('the search text %j asks for %j', (text, lists) => {
    expect(readSearch(text)).toEqual(lists);
  });

  it.each([
    ['Rødkærsbro', 'roedkaersbro'],
    ['Århus', 'aarhus'],
    ['Citroën', 'citroen'],
    ['Škoda Superb', 'skoda superb'],
    ['1,6 TDI', '1 6 tdi'],
  ])('%s is folded to %s, also in capitals', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(text.toUpperCase())).toBe(folded);
  });
});

describe('isPlateSearch', () => {
  it.each([
    ['AB 12 345', true],
    ['ab12345', true],
    ['AB-12-345', true],
    ['Golf AB 12 345', false],
    ['Audi', false],
    ['', false],
  ])('whether %j is a plate alone: %s', (text, isPlate) => {
    expect(isPlateSearch(text)).toBe(isPlate);
  });
});

describe('readAvoided and hasAvoided', () => {
  const text = foldText('Sælges med RUSTSKADE, skiftet kobling. Ærø-café');

  it.each([
    ['rustskade', true],
    ['Rustskade!', true],
    ['rust', false],
    ['skade', false],
    ['kobling skiftet', true],
    ['kobling defekt', false],
    ['ÆRØ', true],
    ['cafe', true],
    [' – ', false],
  ])('whether a text is avoided by %j: %s', (entry, isAvoided) => {
    expect(hasAvoided(text, readAvoided([entry]))).toBe(isAvoided);
    expect(hasAvoided(text, readAvoided(['nothing', entry]))).toBe(isAvoided);
  });
});
