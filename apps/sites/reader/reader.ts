/** The script of every published page. Pages are complete without it. */
import { startAnnouncing } from './announce.ts';
import { followBarHeight } from './bar-height.ts';
import { enhanceCode, enhancePageActions } from './copy.ts';
import { enhanceDiagrams } from './diagram-door.ts';
import { startDrops } from './drops.ts';
import { enhanceEmbeds } from './embeds.ts';
import { enhanceFeedback } from './feedback.ts';
import { recordPageView, startInsights } from './insights.ts';
import { enhanceMenu, startMenu } from './menu.ts';
import { startNavigation } from './navigation.ts';
import { followOutline } from './outline.ts';
import { enhanceScrollers } from './scrollers.ts';
import { enhanceSearchButtons, startSearch } from './search-door.ts';
import { enhanceTabs, revealTarget } from './tabs.ts';
import { enhanceThemeToggle } from './theme.ts';
import { showCurrentEntry } from './tree.ts';
import { enhanceApiRequests } from './try-door.ts';
import { enhancePictures } from './zoom.ts';

let bar: Element | null = null;
/** The last page that was enhanced: the rest of the steps of one that has been left is not taken. */
let pages = 0;

const STEPS: readonly (() => void)[] = [
  enhanceContent,
  enhanceSurroundings,
  followOutline,
  () => {
    revealTarget();
    recordPageView();
    // Last, because it needs the layout of what was changed before.
    showCurrentEntry();
  },
];

/** All at once, except on a long page, where the browser gets its turn between the steps. */
function enhancePage(): void {
  pages += 1;
  const page = pages;
  const isLong = isLongPage();
  const take = (at: number): void => {
    const step = STEPS[at];
    if (!step || page !== pages) return;
    step();
    if (isLong) setTimeout(take, 0, at + 1);
    else take(at + 1);
  };
  take(0);
}

function enhanceContent(): void {
  const content = document.getElementById('_content');
  if (!content) return;
  enhanceTabs(content);
  enhanceCode(content);
  enhanceScrollers(content);
  enhancePageActions(content);
  enhancePictures(content);
  enhanceEmbeds(content);
  enhanceDiagrams(content);
  enhanceSearchButtons(content);
  enhanceFeedback(content);
  enhanceApiRequests(content);
}

/** The header stays from page to page while it is the same. */
function enhanceSurroundings(): void {
  const shown = document.querySelector<HTMLElement>('.bar');
  if (shown && shown !== bar) {
    enhanceThemeToggle(shown);
    followBarHeight(shown);
  }
  enhanceMenu();
  bar = shown;
}

const isLongPage = (): boolean => document.querySelector('.stretch') !== null;

function start(): void {
  enhancePage();
  startNavigation(enhancePage);
}

startInsights();
startSearch();
startMenu();
startDrops();
startAnnouncing();
addEventListener('hashchange', revealTarget);
// A long page is seen before it has been read to its end. The browser, which just did that, gets its turn in between.
if (isLongPage()) setTimeout(start);
else start();
