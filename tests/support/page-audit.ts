import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What the audit finds on the page that is open, and how far it runs over the right edge. The page's context must bypass the
 * content security policy to let the audit in.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const violations = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes[0].html.slice(0, 160)))',
  )) as string[];
  const over = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
  return over > 0 ? [...violations, `runs over by ${over} px`] : violations;
}
