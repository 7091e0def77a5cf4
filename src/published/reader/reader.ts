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

function enhancePage(): void {
  const content = document.getElementById('_content');
  if (content) {
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
  // The header stays from page to page while it is the same.
  const shown = document.querySelector<HTMLElement>('.bar');
  if (shown && shown !== bar) {
    enhanceThemeToggle(shown);
    followBarHeight(shown);
  }
  enhanceMenu();
  bar = shown;
  followOutline();
  revealTarget();
  recordPageView();
  // Last, because it needs the layout of what was changed before.
  showCurrentEntry();
}

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
if (document.querySelector('.stretch')) setTimeout(start);
else start();
