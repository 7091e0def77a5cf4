import type { IconShape } from '@lectern/render/pieces';
import type { Picture } from '@lectern/render/references';
import type { Messages } from '../messages/en.ts';
import type { PreviewKind } from '../preview-kind.ts';
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
  /** Whether browsers load pictures from other hosts. */
  loadsExternalPictures: boolean;
  /** Whether browsers send requests to API servers of readers. */
  callsOwnServers: boolean;
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
  /** The icons on the page, by their names; null if there is no icon of this name. */
  icons: ReadonlyMap<string, IconShape | null>;
  windowTitle: string;
  description: string | undefined;
  /** The absolute address; undefined for pages without an address of their own. */
  canonicalUrl: string | undefined;
  isIndexed: boolean;
  /** The metadata for programs; undefined for a page without a document. */
  meta: PageMeta | undefined;
  layout: PageLayout;
  /** Whether the table of contents has the sections of the page, so that no list of them is beside it. */
  listsSections: boolean;
  cover: Cover | undefined;
  outline: readonly OutlineEntry[];
  actions: PageActions | undefined;
  /** The notice about the translation, with the same page in the language of the source. */
  notice: { kind: 'missing' | 'behind' | 'machine'; href: string | undefined } | undefined;
  /** When the page last changed. */
  updatedAt: { exact: string; shown: string } | undefined;
  /** The names of the contributors, as one text. */
  contributors: string | undefined;
  previous: Crumb | undefined;
  next: Crumb | undefined;
  footer: Footer;
  /** The address for the events of readers; undefined if they are not recorded. */
  eventsHref: string | undefined;
  /** The id of the page; undefined where there is none. */
  pageId: string | undefined;
  /** The form for feedback on the page; undefined if readers are not asked for it. */
  feedback: { href: string; path: string } | undefined;
  /** The address that leaves the preview; undefined outside of previews. */
  preview: { kind: PreviewKind; leaveHref: string } | undefined;
  /** For a page that is looked at in a frame elsewhere: the address of the site. It has no scripts. */
  framed: { siteUrl: string } | undefined;
}

export interface SearchAddresses {
  /** The page that shows the results if there is no script. */
  href: string;
  /** The address from which the script gets results. */
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
  /** Which part of a picture that is too high is shown: from -100, its top, to 100, its bottom. */
  yPos: number;
  /** In pixels. */
  height: number | undefined;
}

export interface OutlineEntry {
  id: string;
  title: string;
  level: 1 | 2 | 3;
}

export interface PageActions {
  /** The address of the page as Markdown; undefined if it is not offered. */
  markdownHref: string | undefined;
  /** Assistants that can be opened with the address of the page. */
  assistants: readonly { name: string; href: string }[];
  editHref: string | undefined;
  canPrint: boolean;
}

export interface Crumb {
  title: string;
  /** Undefined for an entry without a page. */
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
  /** The operation of an API that the entry leads to. */
  operation?: { method: string; isDeprecated: boolean } | undefined;
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
  /** Undefined for an entry that only opens a list of links. */
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
  /** The style sheets of fonts, each with the file that nearly every page needs. */
  fonts: readonly { styles: string; main: string }[];
}

/** How the pages of a variant look. */
export interface Look {
  theme: Theme;
  /** The classes of the root element, for the style sheet. */
  classes: string;
  mode: 'light' | 'dark' | 'system';
  /** The fonts that come with the service and that the pages use. */
  shippedFonts: readonly string[];
  /** Whether readers may choose between light and dark. */
  canChooseMode: boolean;
  logo: ThemedPicture | undefined;
  footerLogo: ThemedPicture | undefined;
}

/** Colors such as `#2563d9`. */
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
  /** The icon of the site in browser tabs. */
  icon: ThemedPicture;
  /** The fonts of the site itself; empty if it uses only fonts of the reader's system. */
  fonts: readonly FontFace[];
}

/** The use of a font: for text, headings or code. */
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
