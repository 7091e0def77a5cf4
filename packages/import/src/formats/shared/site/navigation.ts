/** The table of contents of a site, as its configuration lists it. */
export type NavigationItem = NavigationPage | NavigationSection | NavigationLink;

interface NavigationPage {
  kind: 'page';
  path: string;
  label?: string | undefined;
}

export interface NavigationSection {
  kind: 'section';
  title: string;
  /** The page that opens with the section. */
  path?: string | undefined;
  description?: string | undefined;
  /** The name by which links lead to the page that is made for the section; undefined if it has no address. */
  alias?: string | undefined;
  icon?: unknown;
  /** Whether it is listed though it has neither a page nor children, such as a chapter that is not written yet. */
  isDraft?: boolean | undefined;
  children: NavigationItem[];
}

interface NavigationLink {
  kind: 'link';
  title: string;
  /** A URL, or a target counted from the root of the source. */
  target: string;
}

/** The dialect's table of contents goes as deep. */
const MAX_DEPTH = 20;
const MAX_ITEMS = 100_000;

/**
 * Limits the items that are read from a configuration, which may contain the same list many times, because names in a
 * script share their values.
 */
export interface NavigationBudget {
  items: number;
  depth: number;
}

export const createNavigationBudget = (): NavigationBudget => ({ items: MAX_ITEMS, depth: 0 });

/** Whether one more item may be read. */
export function spendItem(budget: NavigationBudget): boolean {
  budget.items--;
  return budget.items >= 0;
}

/** Reads the children of a section, unless they nest too deeply. */
export function readNested<Item>(budget: NavigationBudget, read: () => Item[]): Item[] {
  if (budget.depth >= MAX_DEPTH) return [];
  budget.depth++;
  try {
    return read();
  } finally {
    budget.depth--;
  }
}
