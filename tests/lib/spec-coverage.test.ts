import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageFile, readProofs, specSections, writeCoverage } from '#tests/spec/coverage.ts';
import { statements } from '#tests/spec/statements.ts';

const proofs = readProofs();
const ids = statements.map(([id]) => id);

describe('the statements of the specification', () => {
  it('have an id each, and live where they say', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(statements.filter(([, , home]) => !existsSync(home)).map(([id]) => id)).toEqual([]);
  });

  it('belong to a section of docs/spec.md each', () => {
    const sections = specSections().map(([section]) => section);
    expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(ids.filter((id) => !sections.includes(id.split('.')[0]!))).toEqual([]);
  });

  it('are each proved by a test, and no test names one that does not exist', () => {
    const proved = new Set(proofs.map(({ id }) => id));
    expect(ids.filter((id) => !proved.has(id))).toEqual([]);
    expect([...proved].filter((id) => !ids.includes(id))).toEqual([]);
    expect(proofs.filter(({ test }) => test === '')).toEqual([]);
  });

  it('stand in the committed page as the tests are now: npm run spec:coverage writes it', () => {
    expect(readFileSync(coverageFile, 'utf8')).toBe(writeCoverage(proofs));
  });
});
