import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import { stableTarget } from '@lectern/content/references/stable-targets';
import { findFrontMatter } from '@lectern/markdown/front-matter';
import { findHeadingLine } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import type { References } from '@lectern/render/references';

/**
 * Returns the replacement of a target in published Markdown; undefined if the target stays. Reusable contents are named
 * by id, so that the tags that include them can be expanded in any document.
 */
export function addressOf(target: ResolvedTarget | undefined, references: References): string | undefined {
  if (target === undefined || target.kind === 'url') return undefined;
  if (target.kind === 'reusable-content') return stableTarget(target);
  if (target.kind === 'anchor' && target.page === undefined) return undefined;
  return references.find(target)?.href;
}

/** Returns the text without its front matter, below the title of the page. */
export function presentMarkdown(text: string, title: string): string {
  const body = text.slice(findFrontMatter(text)?.end ?? 0).trim();
  if (body === '') return `# ${escapeTitle(title)}\n`;
  return parseMarkdown(findHeadingLine(body) ?? body).title
    ? `${body}\n`
    : `# ${escapeTitle(title)}\n\n${body}\n`;
}

/** Escapes characters that would be markup in a heading. */
const escapeTitle = (title: string): string => title.replace(/[\\`*_[\]<>{}|#]/g, '\\$&');
