import type { HtmlElement, HtmlNode } from '@lectern/html/html-tree';
import type { Block, InlineNode, Mark } from '@lectern/markdown/document';
import type { InlineRun } from './inline-run.ts';

/** Converts the content of elements. The rules of a format receive it as an argument. */
export interface HtmlConverter {
  blocks(nodes: readonly HtmlNode[], marks?: readonly Mark[]): Block[];
  inlines(nodes: readonly HtmlNode[], marks?: readonly Mark[]): InlineNode[];
  /** Reports, with the line of the innermost element that is read, that something is not as its author intended. */
  report(reason: string, message: string): void;
  /** Returns the target as pages of this source name it; undefined if links to it are not allowed. */
  target(href: string): string | undefined;
}

/** Rules for elements with a special meaning in a source. They return undefined for an element of plain HTML. */
export interface HtmlRules {
  /** Whether an element is left out because it shows only what readers find elsewhere, such as the list of headings. */
  omits?(element: HtmlElement): boolean;
  block?(element: HtmlElement, converter: HtmlConverter): Block[] | undefined;
  inline?(element: HtmlElement, converter: HtmlConverter): InlineNode[] | undefined;
}

/** The state of one conversion. */
export interface HtmlContext extends HtmlConverter {
  rules: HtmlRules;
  /** Runs a function as part of reading an element, so that what it reports has the line of the element. */
  within<Result>(element: HtmlElement, read: () => Result): Result;
  /** Adds inline nodes to a run. */
  addInlines(run: InlineRun, nodes: readonly HtmlNode[], marks: readonly Mark[]): void;
  /** Whether an element contains something that cannot be inline. */
  hasBlocks(element: HtmlElement): boolean;
}
