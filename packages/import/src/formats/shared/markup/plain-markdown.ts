import type { InlineRules } from './inline-markup.ts';
import type { MarkupElement, MarkupSyntax } from './markup.ts';
import { htmlTagKind } from './markup.ts';
import { findHint, HTML_ELEMENTS, writeCommonTag } from './mdx-components.ts';
import type { MarkupRules, WriteElement } from './write-markup.ts';

/** Markdown as applications write it: HTML, alerts, and directives if they have them. */
export const plainSyntax = (parts: Partial<MarkupSyntax> = {}): MarkupSyntax => ({
  isMdx: false,
  hasDirectives: false,
  hasAdmonitions: false,
  hasAlerts: true,
  tagKind: (name) => (/^[a-z]/.test(name) ? htmlTagKind(name) : 'inline'),
  ...parts,
});

/** How plain Markdown is written in the dialect; `elements` are those of an application. */
export const plainRules = (
  inlines: Partial<InlineRules> = {},
  elements: ReadonlyMap<string, WriteElement> = new Map(),
): MarkupRules => ({
  inlines: { isMdx: false, hasInterpolation: false, hasMath: false, writeTag: writeCommonTag, ...inlines },
  code: { hasBareTitles: false },
  findElement: (element: MarkupElement) =>
    elements.get(element.name) ??
    (element.form === 'tag' ? HTML_ELEMENTS.get(element.name) : findHint(element)),
});
