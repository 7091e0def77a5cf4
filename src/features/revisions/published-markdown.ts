import { findFrontMatter } from '../../content/documents/front-matter.ts';
import { findHeadingLine } from '../../content/documents/page-source.ts';
import { parseMarkdown } from '../../content/documents/parse-markdown.ts';
import type { ResolvedTarget } from '../../content/references/resolve-target.ts';
import { stableTarget } from '../../content/references/stable-targets.ts';
import type { References } from '../../rendering/references.ts';

/**
 * What is written in place of a target in published Markdown. Undefined: it stays as it is written. Reusable contents
 * are named by id, so that the tags that include them can be expanded wherever they stand.
 */
export function addressOf(target: ResolvedTarget | undefined, references: References): string | undefined {
  if (target === undefined || target.kind === 'url') return undefined;
  if (target.kind === 'reusable-content') return stableTarget(target);
  if (target.kind === 'anchor' && target.page === undefined) return undefined;
  return references.find(target)?.href;
}

/** The text without its front matter, under the title of the page. */
export function presentMarkdown(text: string, title: string): string {
  const body = text.slice(findFrontMatter(text)?.end ?? 0).trim();
  if (body === '') return `# ${escapeTitle(title)}\n`;
  return parseMarkdown(findHeadingLine(body) ?? body).title
    ? `${body}\n`
    : `# ${escapeTitle(title)}\n\n${body}\n`;
}

/** What would be markup in a heading. */
const escapeTitle = (title: string): string => title.replace(/[\\`*_[\]<>{}|#]/g, '\\$&');
