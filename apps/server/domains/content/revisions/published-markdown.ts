import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import { stableTarget } from '@lectern/content/references/stable-targets';
import { findFrontMatter, titleInFrontMatter } from '@lectern/markdown/front-matter';
import { findBeginning } from '@lectern/markdown/page-source';
import { isHeading, isSameTitle, isTitle } from '@lectern/markdown/page-title';
import { parseMarkdown, type Range } from '@lectern/markdown/parse-markdown';
import type { References } from '@lectern/render/references';

/**
 * Returns the replacement of a target in published Markdown; undefined if the target stays. Reusable contents are named
 * by id, so that the tags that include them can be expanded in any document.
 */
export function addressOf(target: ResolvedTarget | undefined, references: References): string | undefined {
  if (target === undefined || target.kind === 'url') return undefined;
  if (target.kind === 'reusable-content') return stableTarget(target);
  const href = references.find(target)?.href;
  const isWithinPage = target.kind === 'anchor' && target.page === undefined;
  return isWithinPage && href === `#${encodeURIComponent(target.anchor)}` ? undefined : href;
}

/** Returns the text without its front matter, below the title of the page. */
export function presentMarkdown(text: string, title: string): string {
  const frontMatter = findFrontMatter(text);
  const named = titleInFrontMatter(frontMatter);
  const body = text.slice(frontMatter?.end ?? 0).trim();
  if (body === '') return `# ${escapeTitle(title)}\n`;
  const parsed = parseMarkdown(findBeginning(body) ?? body);
  if (parsed.title && isSameTitle(parsed.title.text, named ?? parsed.title.text)) return `${body}\n`;
  const heading = parsed.document.nodes.find(isHeading);
  if (!heading || !isTitle(heading, title)) return `# ${escapeTitle(title)}\n\n${body}\n`;
  if (heading.data.level === 1) return `${body}\n`;
  const { start, end } = parsed.blocks[parsed.document.nodes.indexOf(heading)] as Range;
  return `# ${escapeTitle(title)}\n\n${body.slice(0, start)}${body.slice(end).trimStart()}\n`;
}

/** Escapes characters that would be markup in a heading. */
const escapeTitle = (title: string): string => title.replace(/[\\`*_[\]<>{}|#]/g, '\\$&');
