import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { securityRows } from './rows.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

describe('the rows of what the product must withstand', () => {
  it('the security rows name tests and commands that exist', () => {
    for (const { row, tests, commands = [] } of securityRows) {
      for (const file of tests) expect(existsSync(file), `row ${row}: ${file}`).toBe(true);
      // Somebody says what was tried, or the row could never hold.
      const sources = [...tests, ...commands.flatMap(({ file }) => file ?? [])]
        .filter(existsSync)
        .map((file) => readFileSync(file, 'utf8'));
      const says = new RegExp(`(recordTried|countTests)\\(\\s*${row},`);
      expect(
        sources.some((text) => says.test(text)),
        `row ${row} says nothing`,
      ).toBe(true);
      for (const { script } of commands) expect(scripts[script], `row ${row}: ${script}`).toBeDefined();
    }
  });
});
