import type { Token } from 'markdown-it';
import type { Heading, HeadingType, InlineNode } from '../document.ts';
import { type Build, block } from './context.ts';
import { headingMeta } from './heading-anchors.ts';

const HEADING_TYPES: Record<string, HeadingType> = { h1: 'heading-1', h2: 'heading-1', h3: 'heading-2' };

/** The inline nodes of a heading. */
export function headingNodes(build: Build, token: Token, inline: Token): InlineNode[] {
  const { content } = inline;
  const first = inline.map![0];
  if (!token.markup.startsWith('#') || content === '')
    // A term is no heading, and a heading is written in one line.
    return build.buildInlines(content.replace(/\n(?=:)/g, ' '), build.locateLines(content, first));
  const start = build.sourceLine(first) + Math.max(0, build.linesText(first, first + 1).indexOf(content));
  return build.buildInlines(content, (position) => start + position);
}

export function buildHeading(build: Build, token: Token, inline: Token): Heading {
  const nodes = headingNodes(build, token, inline);
  const level = Number(token.tag.slice(1));
  const data = level === 1 || level > 4 ? { level } : {};
  const type = HEADING_TYPES[token.tag] ?? 'heading-3';
  return block(build, type, { data, nodes, ...headingMeta(build, nodes, inline.content) });
}
