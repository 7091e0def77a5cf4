import { all, create, findTarget } from './dom.ts';
import { readStoredList, store } from './storage.ts';

const KEY = 'lectern-tabs';
const MAX_CHOICES = 20;

interface Tab {
  title: string;
  button: HTMLButtonElement;
  panel: HTMLElement;
}

interface TabsBlock {
  element: HTMLElement;
  /** Whether its choice counts for no other block. */
  isOwn: boolean;
  select(tab: Tab): void;
  tabs: Tab[];
}

let blocks: TabsBlock[] = [];
let count = 0;

/**
 * Shows one tab of each block at a time. The reader's choice counts for all blocks with a tab of the same title, except
 * those whose choice is their own.
 */
export function enhanceTabs(root: ParentNode): void {
  blocks = blocks.filter(({ element }) => element.isConnected);
  for (const element of all(root, '[data-tabs]')) {
    const block = createBlock(element);
    if (block) blocks.push(block);
  }
}

function createBlock(element: HTMLElement): TabsBlock | undefined {
  const tabs = all(element, ':scope > .tab').map(createTab);
  const [first] = tabs;
  if (!first) return undefined;
  const { tabs: look = '' } = element.dataset;
  const isOwn = look.startsWith('own');
  const isMenu = look.endsWith('menu') && tabs.length > 1;
  const block: TabsBlock = { element, isOwn, tabs, select: (chosen) => show(tabs, chosen) };
  if (isMenu) addMenu(block);
  else addList(block);
  for (const tab of tabs) {
    // Finding text in the page opens the tab that has it.
    tab.panel.addEventListener('beforematch', () => block.select(tab));
  }
  const wanted = isOwn ? [] : readStoredList(KEY);
  const known = wanted.map((title) => tabs.find((tab) => tab.title === title)).find(Boolean);
  block.select(known ?? first);
  return block;
}

function addList(block: TabsBlock): void {
  const { element, tabs } = block;
  const list = create('div', { role: 'tablist', class: 'tab-list' }, ...tabs.map(({ button }) => button));
  element.prepend(list);
  for (const tab of tabs) {
    tab.panel.setAttribute('role', 'tabpanel');
    tab.panel.setAttribute('aria-labelledby', tab.button.id);
    tab.button.addEventListener('click', () => choose(block, tab));
  }
  list.addEventListener('keydown', (event) => {
    const next = findNext(tabs, event);
    if (!next) return;
    event.preventDefault();
    choose(block, next);
    next.button.focus();
  });
}

/** A menu needs less room than a list of many tabs. */
function addMenu(block: TabsBlock): void {
  const { element, tabs } = block;
  const menu = create(
    'select',
    { 'aria-label': element.dataset.label ?? '' },
    ...tabs.map(({ title }) => create('option', {}, title)),
  );
  element.prepend(create('div', { class: 'tab-menu' }, menu));
  menu.addEventListener('change', () => {
    const chosen = tabs[menu.selectedIndex];
    if (chosen) choose(block, chosen);
  });
  block.select = (chosen) => {
    menu.selectedIndex = tabs.indexOf(chosen);
    show(tabs, chosen);
  };
}

function createTab(panel: HTMLElement): Tab {
  count += 1;
  const heading = panel.querySelector<HTMLElement>(':scope > .tab-title');
  const title = heading?.textContent?.trim() ?? '';
  const id = panel.id || `tab-panel-${count}`;
  panel.id = id;
  const button = create('button', { type: 'button', role: 'tab', id: `tab-${count}`, 'aria-controls': id });
  button.append(...(heading?.cloneNode(true).childNodes ?? []));
  if (heading) heading.hidden = true;
  panel.dataset.panel = '';
  return { title, button, panel };
}

function show(tabs: readonly Tab[], chosen: Tab): void {
  for (const { button, panel } of tabs) {
    const isChosen = panel === chosen.panel;
    button.setAttribute('aria-selected', String(isChosen));
    // The focus could be in a panel that is hidden until a search in the page finds it.
    panel.tabIndex = isChosen ? 0 : -1;
    button.tabIndex = panel.tabIndex;
    if (isChosen) panel.removeAttribute('hidden');
    else panel.setAttribute('hidden', 'until-found');
  }
}

/** Other blocks change with it, while the chosen one stays where it is on the screen. */
function choose(block: TabsBlock, chosen: Tab): void {
  const before = block.element.getBoundingClientRect().top;
  block.select(chosen);
  if (block.isOwn) return;
  for (const other of blocks) {
    if (other.isOwn) continue;
    const same = other.tabs.find(({ title }) => title === chosen.title);
    if (other !== block && same) other.select(same);
  }
  scrollBy({ top: block.element.getBoundingClientRect().top - before, behavior: 'instant' });
  const others = readStoredList(KEY).filter((title) => title !== chosen.title);
  store(KEY, [chosen.title, ...others].slice(0, MAX_CHOICES));
}

function findNext(tabs: readonly Tab[], { key }: KeyboardEvent): Tab | undefined {
  const at = tabs.findIndex(({ button }) => button === document.activeElement);
  if (at < 0) return undefined;
  const isReversed = document.documentElement.dir === 'rtl';
  const steps: Record<string, number> = {
    ArrowRight: isReversed ? -1 : 1,
    ArrowLeft: isReversed ? 1 : -1,
    Home: -at,
    End: tabs.length - 1 - at,
  };
  const step = steps[key];
  return step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length];
}

/** Opens what hides the target of an address: tabs and expandables. */
export function revealTarget(): void {
  const target = findTarget(location.hash);
  if (!target) return;
  let isOpened = false;
  for (const { tabs, select } of blocks)
    for (const tab of tabs)
      if (tab.panel.contains(target) && tab.panel.hidden) {
        select(tab);
        isOpened = true;
      }
  for (let above: Element | null = target; above; above = above.parentElement)
    if (above instanceof HTMLDetailsElement && !above.open) {
      above.open = true;
      isOpened = true;
    }
  if (isOpened) target.scrollIntoView();
}
