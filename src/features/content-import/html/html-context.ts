import type { Block, InlineNode, Mark } from '../../../content/documents/document.ts';
import type { HtmlElement, HtmlNode } from '../../../html/html-tree.ts';
import type { InlineRun } from './inline-run.ts';

/** What converts the inside of an element; rules of a format are given it. */
export interface HtmlConverter {
  blocks(nodes: readonly HtmlNode[], marks?: readonly Mark[]): Block[];
  inlines(nodes: readonly HtmlNode[], marks?: readonly Mark[]): InlineNode[];
  /** Says once for each kind of element that something was not imported as it was meant. */
  report(reason: string, message: string): void;
  /** The target as pages of this source name it; undefined if nothing may lead there. */
  target(href: string): string | undefined;
}

/** How elements of a source mean something else than in plain HTML. Undefined: as in plain HTML. */
export interface HtmlRules {
  block?(element: HtmlElement, converter: HtmlConverter): Block[] | undefined;
  inline?(element: HtmlElement, converter: HtmlConverter): InlineNode[] | undefined;
}

/** The state of one conversion. */
export interface HtmlContext extends HtmlConverter {
  rules: HtmlRules;
  /** Adds the nodes of a line. */
  addInlines(run: InlineRun, nodes: readonly HtmlNode[], marks: readonly Mark[]): void;
  /** Whether an element holds something that cannot stand in a line. */
  hasBlocks(element: HtmlElement): boolean;
}
