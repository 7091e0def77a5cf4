import { codeOf } from '../markdown-text.ts';
import { tellKind } from './spec-change.ts';
import { type ChangeSummary, countMore, type DescribedChange } from './summarize-changes.ts';

/** A version and its changes; null if they are not known. */
export interface DescribedVersion {
  created_at: Date;
  news: ChangeSummary | null;
}

/**
 * Writes the changes of each version as Markdown, below headings of the given level. Versions whose changes are not
 * known are left out; undefined if none are known.
 */
export function writeChangelog(versions: readonly DescribedVersion[], level: 2 | 3): string | undefined {
  const lines = versions.flatMap(({ created_at: at, news }) => (news ? writeVersion(at, news, level) : []));
  return lines.length === 0 ? undefined : lines.join('\n');
}

function writeVersion(at: Date, news: ChangeSummary, level: number): string {
  const more = countMore(news, news.changes.length);
  const lines = [...news.changes.map(writeChange), ...(more > 0 ? [`* and ${more} more`] : [])];
  return `${'#'.repeat(level)} ${at.toISOString().slice(0, 10)}\n\n${lines.join('\n')}\n`;
}

function writeChange({ class: changeClass, kind, name, operation }: DescribedChange): string {
  const prefix = changeClass === 'breaking' ? '**Breaking:** ' : '';
  const where = operation === undefined ? '' : ` in ${codeOf(operation)}`;
  return `* ${prefix}${tellKind(kind)} ${codeOf(name)}${where}`;
}
