import type { ReportEntry } from './repository-files.ts';

/** The lines of an entry in SUMMARY.md, from 0, `endLine` excluded. Absent if it is not listed there. */
export interface SourceLines {
  line: number;
  endLine: number;
}

interface NodeFacts {
  title: string;
  children: LayoutNode[];
  lines?: SourceLines;
  /** The condition in SUMMARY.md that may apply to it. It is no expression, so that it never holds. */
  condition?: string;
}

interface GroupNode extends NodeFacts {
  type: 'group';
  slug: string;
  /** Whether the slug was written as an anchor, even if it equals the one derived from the title. */
  hasExplicitSlug: boolean;
}

export interface DocumentNode extends NodeFacts {
  type: 'document';
  /** The path from the repository's root; undefined for an entry without a file. */
  path: string | undefined;
  /** The expected path of the missing file. */
  missingPath?: string;
  /** The label in the sidebar in place of the title. */
  label?: string;
  anchor?: string;
}

export interface LinkNode extends NodeFacts {
  type: 'link';
  /** As written, with escapes decoded. */
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
  /** All other files below the root that belong to the content. */
  files: LayoutFile[];
  variables: Record<string, string | number | boolean>;
  tags: LayoutTag[];
  redirects: { from: string; to: string }[];
  report: ReportEntry[];
}
