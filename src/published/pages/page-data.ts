/** Everything that a published page shows. The components compute nothing. */
export interface PageData {
  language: string;
  site: { title: string; href: string };
  /** The sections of the site, groups of them, and links. */
  tabs: readonly NavigationTab[];
  /** The variants of the section. */
  variants: readonly NavigationTab[];
  navigation: readonly NavigationEntry[];
  /** From the section down to the page above this one. */
  crumbs: readonly Crumb[];
  /** The title of the page, and of the window. */
  title: string;
  windowTitle: string;
  description: string | undefined;
  /** Absolute; undefined for what has no address of its own. */
  canonicalUrl: string | undefined;
  isIndexed: boolean;
  previous: Crumb | undefined;
  next: Crumb | undefined;
  theme: Theme;
  assets: PageAssets;
  /** Set in a preview: where it is left. */
  preview: { leaveHref: string } | undefined;
}

export interface Crumb {
  title: string;
  /** Undefined for what has no page. */
  href: string | undefined;
}

export interface NavigationTab {
  title: string;
  /** Undefined for a group. */
  href: string | undefined;
  isCurrent: boolean;
  children: readonly NavigationTab[];
}

export interface NavigationEntry {
  title: string;
  emoji: string | undefined;
  /** Undefined for a group, and for a link that leads nowhere. */
  href: string | undefined;
  isCurrent: boolean;
  isGroup: boolean;
  children: readonly NavigationEntry[];
}

/** The addresses of what a page loads. */
export interface PageAssets {
  styles: string;
  /** The script, as a module. */
  reader: string;
}

export interface Theme {
  /** Colors as `#2563d9`. */
  primary: { light: string; dark: string };
  /** The icon of the window, as an address of the kind `data:`. */
  icon: string;
}
