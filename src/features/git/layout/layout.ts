import type { ReportEntry } from './repository-files.ts';

/** Where an entry stands in SUMMARY.md: its own lines, from 0, `endLine` not included. Absent when it stands nowhere. */
export interface SourceLines {
  line: number;
  endLine: number;
}

interface NodeFacts {
  title: string;
  children: LayoutNode[];
  lines?: SourceLines;
}

interface GroupNode extends NodeFacts {
  type: 'group';
  slug: string;
  /** The slug was written as an anchor, even if it says what the title would have given. */
  hasExplicitSlug: boolean;
}

export interface DocumentNode extends NodeFacts {
  type: 'document';
  /** From the repository's root; undefined for an entry without a file. */
  path: string | undefined;
  /** Where the missing file was expected. */
  missingPath?: string;
  /** What the sidebar shows instead of the title. */
  label?: string;
  anchor?: string;
}

export interface LinkNode extends NodeFacts {
  type: 'link';
  /** As written, escapes decoded. */
  href: string;
  label?: string;
  /** The page or file inside the repository that is meant, if it is one. */
  path?: string;
  anchor?: string;
}

export interface ComputedNode extends NodeFacts {
  type: 'computed';
  /** The YAML text, only its indentation as a list item removed. */
  source: string;
  parsed: unknown;
}

export type LayoutNode = GroupNode | DocumentNode | LinkNode | ComputedNode;

export interface LayoutTag {
  slug: string;
  label: string;
  icon?: string;
  emoji?: string;
  color?: string;
}

export interface LayoutFile {
  path: string;
  name: string;
  oid: string;
  size: number;
}

export interface RepositoryLayout {
  /** Directory of the space inside the repository, `''` for its top. */
  root: string;
  /** Undefined when the tree was derived from the folders. */
  summaryPath: string | undefined;
  nodes: LayoutNode[];
  includes: { path: string; title: string }[];
  /** Everything else below the root that belongs to the content. */
  files: LayoutFile[];
  variables: Record<string, string | number | boolean>;
  tags: LayoutTag[];
  redirects: { from: string; to: string }[];
  report: ReportEntry[];
}
