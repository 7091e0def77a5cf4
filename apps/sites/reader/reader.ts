/** The script of every published page. Pages are complete without it. */

import { startAnnouncing } from './announce.ts';
import { enhanceApiSections, startApiSections } from './api-sections.ts';
import { enhanceCode, enhancePageActions } from './copy.ts';
import { all, findTarget, inSteps } from './dom.ts';
import { startDrops } from './drops.ts';
import { enhanceEmbeds } from './embeds.ts';
import { enhanceFeedback } from './feedback.ts';
import { recordPageView, startInsights } from './insights.ts';
import { enhanceMenu, startMenu } from './menu.ts';
import { startNavigation } from './navigation.ts';
import { followOutline } from './outline.ts';
import { enhanceMissing, enhanceSearchButtons, startSearch } from './search-door.ts';
import { enhanceTabs, revealTarget } from './tabs.ts';
import { enhanceThemeToggle } from './theme.ts';
import { showCurrentEntry } from './tree.ts';
import { enhancePictures } from './zoom.ts';

declare const TRY_SCRIPT: string;

type TryScript = typeof import('./try.ts');

/** Loaded when it is first needed. */
let tryScript: TryScript | undefined;

async function loadTryScript(): Promise<TryScript> {
  tryScript ??= (await import(new URL(TRY_SCRIPT, import.meta.url).href)) as TryScript;
  return tryScript;
}

function enhanceApiRequests(root: ParentNode): void {
  for (const button of all<HTMLButtonElement>(root, 'button:is([data-try], [data-own-server])')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const { openForm, toggleOwnServer } = await loadTryScript();
      if (button.dataset.try === undefined) toggleOwnServer(button);
      else openForm(button);
    });
  }
  tryScript?.showOwnServers(root);
}

let scrollObserver: ResizeObserver | undefined;

/**
 * Code, tables and formulas can have the focus, so that the keyboard can scroll them. Those that fit are left out of the
 * order of the focus: a page can have dozens. What is far from the window is asked only when it comes near.
 */
function enhanceScrollers(root: ParentNode): void {
  scrollObserver?.disconnect();
  scrollObserver = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = target;
      const isWhole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
      (target as HTMLElement).tabIndex = isWhole ? -1 : 0;
    }
  });
  inSteps(all(root, '[role=group][tabindex]'), (element) => scrollObserver?.observe(element));
}

/** The script of diagrams is loaded only by pages that have one. */
declare const DIAGRAMS_SCRIPT: string;

type DiagramsScript = typeof import('./diagrams.ts');

async function enhanceDiagrams(root: ParentNode): Promise<void> {
  if (!root.querySelector('[data-diagram]')) return;
  try {
    const { drawDiagrams }: DiagramsScript = await import(new URL(DIAGRAMS_SCRIPT, import.meta.url).href);
    drawDiagrams(root);
  } catch {
    // The sources of the diagrams are in the page.
  }
}

let barObserver: ResizeObserver | undefined;

/**
 * The style sheet knows how high the header is, unless its sections take several lines or the reader has a larger font:
 * then the content below it must be announced.
 */
function followBarHeight(bar: HTMLElement): void {
  barObserver?.disconnect();
  barObserver = new ResizeObserver(() => {
    const root = document.documentElement;
    root.style.removeProperty('--top');
    const height = bar.offsetHeight;
    if (height <= knownHeight(root)) return;
    root.style.setProperty('--top', `${height}px`);
    const target = findTarget(location.hash);
    const top = target?.getBoundingClientRect().top ?? -1;
    if (top >= 0 && top < height) target?.scrollIntoView();
  });
  barObserver.observe(bar);
}

/** The menu of the sections of the page is directly below the header; without it, there is some room. */
function knownHeight(root: Element): number {
  const here = document.querySelector<HTMLElement>('.here');
  if (here && here.offsetHeight > 0) return Number.parseFloat(getComputedStyle(here).top) + 1;
  return Number.parseFloat(getComputedStyle(root).scrollPaddingTop);
}

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
  enhanceMissing(content);
  enhanceFeedback(content);
  enhanceApiSections(content);
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
startApiSections();
addEventListener('hashchange', revealTarget);
// A long page is seen before it has been read to its end. The browser, which just did that, gets its turn in between.
if (isLongPage()) setTimeout(start);
else start();
