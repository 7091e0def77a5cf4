import type { IconShape } from '../../rendering/pieces.ts';
import type { Picture } from '../../rendering/references.ts';
import type { Messages } from '../messages/en.ts';
import type { PageMeta } from './page-meta.ts';

/** Everything that a published page shows. The components compute nothing. */
export interface PageData {
  language: string;
  direction: 'ltr' | 'rtl';
  messages: Messages;
  look: Look;
  assets: PageAssets;
  site: { title: string; href: string };
  search: SearchAddresses;
  /** The content security policy, if the page itself carries it. */
  policy: string | undefined;
  announcement: Announcement | undefined;
  headerLinks: readonly HeaderLink[];
  /** The sections of the site, groups of them, and links. */
  tabs: readonly NavigationTab[];
  /** The variants of the section. */
  variants: readonly NavigationTab[];
  navigation: readonly NavigationEntry[];
  /** From the section down to the page above this one. */
  crumbs: readonly Crumb[];
  /** The title of the page, and of the window. */
  title: string;
  emoji: string | undefined;
  /** The name of an icon. */
  icon: string | undefined;
  /** The icons on the page, by their names; null: there is none of that name. */
  icons: ReadonlyMap<string, IconShape | null>;
  windowTitle: string;
  description: string | undefined;
  /** Absolute; undefined for what has no address of its own. */
  canonicalUrl: string | undefined;
  isIndexed: boolean;
  /** What programs are told about it; undefined for a page of no document. */
  meta: PageMeta | undefined;
  layout: PageLayout;
  cover: Cover | undefined;
  outline: readonly OutlineEntry[];
  actions: PageActions | undefined;
  /** What readers are told about a translation, with the same page in the language of the source. */
  notice: { kind: 'missing' | 'behind' | 'machine'; href: string | undefined } | undefined;
  /** When the page last changed. */
  updatedAt: { exact: string; shown: string } | undefined;
  /** The names of the contributors, as one text. */
  contributors: string | undefined;
  previous: Crumb | undefined;
  next: Crumb | undefined;
  footer: Footer;
  /** Where the events of readers go; undefined: they are not recorded. */
  eventsHref: string | undefined;
  /** The id of the page; undefined where there is none. */
  pageId: string | undefined;
  /** How readers tell what they think of the page; undefined: they are not asked. */
  feedback: { href: string; path: string } | undefined;
  /** Set in a preview: where it is left. */
  preview: { leaveHref: string } | undefined;
}

export interface SearchAddresses {
  /** The page to which the form leads where no script is. */
  href: string;
  /** What the script asks. */
  answersHref: string;
}

interface PageLayout {
  hasTitle: boolean;
  hasNavigation: boolean;
  isWide: boolean;
}

export interface Cover {
  light: Picture;
  dark: Picture | undefined;
  isFull: boolean;
}

export interface OutlineEntry {
  id: string;
  title: string;
  level: 1 | 2 | 3;
}

export interface PageActions {
  /** The page as Markdown; undefined: it is not offered. */
  markdownHref: string | undefined;
  /** Assistants that open with the address of the page. */
  assistants: readonly { name: string; href: string }[];
  editHref: string | undefined;
  canPrint: boolean;
}

export interface Crumb {
  title: string;
  /** Undefined for what has no page. */
  href: string | undefined;
}

export interface NavigationTab {
  title: string;
  /** The name of an icon. */
  icon: string | undefined;
  /** Undefined for a group. */
  href: string | undefined;
  isCurrent: boolean;
  children: readonly NavigationTab[];
}

export interface NavigationEntry {
  title: string;
  emoji: string | undefined;
  /** The name of an icon. */
  icon: string | undefined;
  /** Undefined for a group, and for a link that leads nowhere. */
  href: string | undefined;
  isCurrent: boolean;
  isGroup: boolean;
  /** Whether the pages below it are shown at first. */
  isOpen: boolean;
  children: readonly NavigationEntry[];
}

export interface PlainLink {
  title: string;
  href: string;
}

export interface HeaderLink {
  title: string;
  /** Undefined for what only opens a list of links. */
  href: string | undefined;
  style: 'link' | 'button-primary' | 'button-secondary';
  links: readonly PlainLink[];
}

export interface Announcement {
  message: string;
  style: 'info' | 'warning' | 'danger' | 'success';
  link: PlainLink | undefined;
}

export interface Footer {
  logo: ThemedPicture | undefined;
  groups: readonly { title: string; links: readonly PlainLink[] }[];
  copyright: string | undefined;
  accounts: readonly PlainLink[];
  privacyPolicy: string | undefined;
}

/** The addresses of what a page loads. */
export interface PageAssets {
  styles: string;
  /** The script, as a module. */
  reader: string;
}

/** How the pages of a variant look. */
export interface Look {
  theme: Theme;
  /** What the root element is marked with, for the style sheet. */
  classes: string;
  mode: 'light' | 'dark' | 'system';
  /** Whether readers may choose between light and dark. */
  canChooseMode: boolean;
  logo: ThemedPicture | undefined;
  footerLogo: ThemedPicture | undefined;
}

/** Colors as `#2563d9`. */
export interface ThemedColor {
  light: string;
  dark: string;
}

export interface Theme {
  primary: ThemedColor;
  tint: ThemedColor | undefined;
  info: ThemedColor;
  success: ThemedColor;
  warning: ThemedColor;
  danger: ThemedColor;
  /** The background and the links of the header; undefined: as the page. */
  header: { back: ThemedColor; link: ThemedColor } | undefined;
  /** The icon of the window. */
  icon: ThemedPicture;
  /** What the site brings along; empty: only fonts of the reader's system. */
  fonts: readonly FontFace[];
}

/** What a font is used for: text, headings or code. */
export type FontUse = 'text' | 'heading' | 'mono';

/** One weight of a font, as files on this service. */
export interface FontFace {
  use: FontUse;
  weight: number;
  /** Addresses of one file in several formats. */
  sources: readonly string[];
}

/** Addresses of pictures on this service, or of the kind `data:`. */
export interface ThemedPicture {
  light: string;
  dark: string;
}
