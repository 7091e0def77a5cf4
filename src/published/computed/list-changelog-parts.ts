import { parseMarkdown } from '../../content/documents/parse-markdown.ts';
import type { NewsRow } from '../../features/openapi/versions.queries.ts';
import { tellKind } from '../../openapi/changes/spec-change.ts';
import { type ChangeSummary, countMore, type ToldChange } from '../../openapi/changes/summarize-changes.ts';
import { codeOf } from '../../openapi/markdown-text.ts';
import type { ComputedParts } from './computed-parts.ts';

/** What changed with each version of a spec, newest first. Versions of which nothing is known are left out. */
export function listChangelogParts(versions: readonly NewsRow[]): ComputedParts | undefined {
  const told = versions.flatMap(({ created_at: at, news }) => (news ? writeVersion(at, news) : []));
  if (told.length === 0) return undefined;
  return { blocks: parseMarkdown(`<!-- -->\n\n${told.join('\n')}`).document.nodes.slice(1), sections: [] };
}

function writeVersion(at: Date, news: ChangeSummary): string {
  const more = countMore(news, news.changes.length);
  const lines = [...news.changes.map(writeChange), ...(more > 0 ? [`* and ${more} more`] : [])];
  return `## ${at.toISOString().slice(0, 10)}\n\n${lines.join('\n')}\n`;
}

function writeChange({ class: changeClass, kind, name, operation }: ToldChange): string {
  const prefix = changeClass === 'breaking' ? '**Breaking:** ' : '';
  const where = operation === undefined ? '' : ` in ${codeOf(operation)}`;
  return `* ${prefix}${tellKind(kind)} ${codeOf(name)}${where}`;
}
