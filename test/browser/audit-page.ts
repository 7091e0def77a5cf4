import axe from 'axe-core';
import type { Page } from 'playwright-core';

const AUDIT = `axe.run(document, {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`;

/**
 * Returns the violations of WCAG 2.2 AA and of best practices on the current page: each rule with its element. The page
 * must allow scripts of tests.
 */
export async function auditPage(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return (await page.evaluate(AUDIT)) as string[];
}
