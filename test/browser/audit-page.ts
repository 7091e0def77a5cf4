import axe from 'axe-core';
import type { Page } from 'playwright-core';

const AUDIT = `axe.run(document, {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`;

/**
 * What breaks WCAG 2.2 AA or the best practices on a page as it is now: each rule with its element. Scripts of tests
 * must be allowed on the page.
 */
export async function auditPage(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return (await page.evaluate(AUDIT)) as string[];
}
