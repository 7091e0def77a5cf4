import type { AttributeValue } from './component-tag.ts';

/** Markdown with the constructs that documentation tools add to it, as a tree. */
export type MarkupNode = MarkupText | MarkupCode | MarkupElement | MarkupRaw;

interface MarkupLine {
  /** The line with its indentation. */
  text: string;
  /** The number of the line in the file, counted from 1. */
  number: number;
  /** Whether the line must stay unchanged, such as a line of code in a list item. */
  isRaw: boolean;
}

export interface MarkupText {
  kind: 'text';
  lines: MarkupLine[];
}

/** A block of code between fences. */
export interface MarkupCode {
  kind: 'code';
  fence: string;
  /** The text after the opening fence. */
  info: string;
  /** Without the indentation of the fence. */
  lines: string[];
  indent: number;
  line: number;
}

export type MarkupForm = 'tag' | 'directive' | 'admonition' | 'tab' | 'alert';

/** A component, a container directive, an admonition, or anything else that has a name and contains blocks. */
export interface MarkupElement {
  kind: 'element';
  form: MarkupForm;
  name: string;
  /** The text beside the name: the title of a directive or of an admonition. */
  label: string | undefined;
  attributes: ReadonlyMap<string, AttributeValue>;
  hasSpread: boolean;
  children: MarkupNode[];
  indent: number;
  line: number;
}

/** Syntax that is not Markdown: HTML up to its closing tag, an expression, an import. */
export interface MarkupRaw {
  kind: 'raw';
  /** The name of the element, `{}` for an expression, `import` for a statement. */
  name: string;
  text: string;
  indent: number;
  line: number;
}

/** How a tag is read. */
export type TagKind =
  /** It contains blocks. */
  | 'block'
  /** It is part of the text around it. */
  | 'inline'
  /** Its content is not Markdown. */
  | 'raw'
  /** It depends on the text beside it on its line. */
  | 'either';

/** The constructs that a tool adds to Markdown. */
export interface MarkupSyntax {
  /** JavaScript in braces, `import` and `export`. */
  isMdx: boolean;
  /** `:::name`. */
  hasDirectives: boolean;
  /** `!!! name` and `??? name`, `=== "Tab"`. */
  hasAdmonitions: boolean;
  /** `> [!NOTE]`. */
  hasAlerts: boolean;
  tagKind(name: string): TagKind;
}

export type ReportMarkup = (problem: { line?: number | undefined; reason: string; message: string }) => void;

const STRUCTURE = new Set(
  'details summary div section center iframe video audio aside main header footer article nav'.split(' '),
);
const RAW = new Set('script style pre table svg textarea'.split(' '));

/** How the elements of HTML are read. */
export function htmlTagKind(name: string): TagKind {
  if (RAW.has(name)) return 'raw';
  return STRUCTURE.has(name) ? 'block' : 'inline';
}
