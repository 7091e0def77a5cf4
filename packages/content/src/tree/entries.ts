import type { Hash } from './hash.ts';
import type { ItemCodec, MerkleList } from './merkle-list.ts';

/** The origin of an entry in the repository. `path` starts at the repository's root. */
export interface GitBlob {
  oid: string;
  path: string;
}

interface PageFields {
  id: string;
  title: string;
  /** The label in the table of contents, where it differs from the title. */
  linkTitle?: string;
  /**
   * A condition in the table of contents of the repository that may apply to the page, as it is written. It is no
   * expression, so that it never holds.
   */
  condition?: string;
  emoji?: string;
  createdAt: string;
  updatedAt: string;
}

/** A page as a revision keeps it. What its document says (description, layout, …) is not here but in the facts. */
export type PageEntry =
  | (PageFields & { type: 'document'; slug: string; document?: Hash; git?: GitBlob })
  | (PageFields & { type: 'group'; slug: string })
  /** `href` as it is written; `page` and `anchor` when it leads to a page of this revision. */
  | (PageFields & { type: 'link'; href: string; page?: string; anchor?: string })
  | (PageFields & { type: 'computed'; source: string });

/** A page with its children. */
export interface PageNode {
  readonly entry: PageEntry;
  readonly children: MerkleList<PageNode> | undefined;
}

export interface FileEntry {
  id: string;
  name: string;
  contentType: string;
  size: number;
  blob: Hash;
  dimensions?: { width: number; height: number };
  git?: GitBlob;
}

export interface ReusableEntry {
  id: string;
  title: string;
  document: Hash;
  git?: GitBlob;
}

type Variable = string | number | boolean;

interface Tag {
  slug: string;
  label: string;
  icon?: string;
  emoji?: string;
  color?: string;
}

/** The settings of a revision as a whole. */
export interface RevisionSettings {
  variables: Record<string, Variable>;
  tags: Tag[];
  /** Redirects in the repository's settings, from an old path to a file. */
  redirects: { from: string; to: string }[];
  /** The space's directory in the repository and its table of contents; absent without Git. */
  repository?: {
    root: string;
    summaryPath?: string;
    /** The prefix of addresses of files outside the space; the path from the repository's root follows. */
    treeUrl?: string;
  };
}

export const NO_SETTINGS: RevisionSettings = { variables: {}, tags: [], redirects: [] };

export const pageCodec: ItemCodec<PageNode> = {
  idOf: (page) => page.entry.id,
  encode: (page) =>
    JSON.stringify(page.children ? { ...page.entry, children: page.children.hash } : page.entry),
};

export const fileCodec: ItemCodec<FileEntry> = {
  idOf: (file) => file.id,
  encode: (file) => JSON.stringify(file),
};

export const reusableCodec: ItemCodec<ReusableEntry> = {
  idOf: (content) => content.id,
  encode: (content) => JSON.stringify(content),
};
