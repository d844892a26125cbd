import { expect, it } from 'vitest';
import { requireBuild } from '#lib/build/output.ts';

it('a checkout that was not built is refused with the command that builds it', () => {
  expect(() => requireBuild('/nowhere')).toThrow('The project is not built yet: npm run build');
  expect(() => requireBuild(import.meta.dirname)).not.toThrow();
});
