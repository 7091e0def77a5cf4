import axe from 'axe-core';
import type { Page } from 'playwright-core';

const AUDIT = `axe.run(document, {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`;

/** Resolves when all animations have ended that ever do. */
const ENDED = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished),
)`;

/**
 * Returns the violations of WCAG 2.2 AA and of best practices on the current page: each rule with its element. The page
 * must allow scripts of tests.
 */
export async function auditPage(page: Page): Promise<string[]> {
  // What is still fading in has other colors.
  await page.evaluate(ENDED);
  await page.evaluate(axe.source);
  return (await page.evaluate(AUDIT)) as string[];
}
