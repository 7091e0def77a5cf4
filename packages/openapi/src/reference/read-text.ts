import type { Block } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { shortenText } from '@lectern/std/cut-text';
import { escapeText } from '../markdown-text.ts';
import type { ReferenceText } from './operation-reference.ts';

const MAX_LENGTH = 20_000;

/**
 * A line in which nothing is markup: what most fields are described with. Reading it like any other would take a hundred
 * times as long, and an operation may have thousands.
 */
const PLAIN_LINE = /^\p{L}[\p{L}\p{M}\p{N} ,.;()?%'"’“”–—-]*$/u;

const isPlain = (markdown: string): boolean => PLAIN_LINE.test(markdown) && !/www\./i.test(markdown);

/** Reads a description in a spec as Markdown. Nothing in it counts as front matter or as a title. */
export function readReferenceText(value: unknown): ReferenceText | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const markdown = shortenText(value.trim(), MAX_LENGTH);
  return isPlain(markdown) ? { markdown } : { markdown, blocks: readBlocks(markdown) };
}

/** Reads several texts as one. */
export const readTexts = (...texts: unknown[]): ReferenceText | undefined =>
  readReferenceText(
    [...new Set(texts.filter((text): text is string => typeof text === 'string' && text.trim() !== ''))].join(
      '\n\n',
    ),
  );

/** A short text in which nothing is markup. */
export const plainText = (text: unknown): string => (typeof text === 'string' ? escapeText(text) : '');

/** Reads Markdown in which nothing counts as front matter or as a title. */
export const readBlocks = (markdown: string): Block[] =>
  parseMarkdown(`<!-- -->\n\n${markdown}`).document.nodes.slice(1);
