import type { NavigationEntry, NavigationTab, PageData } from './pages/page-data.ts';

/** The names of the icons on a page outside of its text, each once. */
export function listIcons({
  icon,
  tabs,
  navigation,
}: Pick<PageData, 'icon' | 'tabs' | 'navigation'>): string[] {
  const names = new Set<string>();
  const visit = (entries: readonly (NavigationEntry | NavigationTab)[]): void => {
    for (const entry of entries) {
      if (entry.icon !== undefined) names.add(entry.icon);
      visit(entry.children);
    }
  };
  if (icon !== undefined) names.add(icon);
  visit(tabs);
  visit(navigation);
  return [...names];
}
