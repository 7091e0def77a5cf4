import { inParallel, type PageChange, readSource, type SpaceContent } from '../replace/space-content.ts';
import type { BrokenLink } from './group-links.ts';
import { type ChangedLine, replaceTargets } from './replace-targets.ts';

/** A page whose links are repaired. */
interface RepairedPage {
  id: string;
  title: string;
  lines: ChangedLine[];
  change: PageChange;
}

export interface Repair {
  pages: RepairedPage[];
  count: number;
  /** Pages in whose source no such target was found. */
  missed: { id: string; title: string }[];
}

/** Reads the pages of broken links, and replaces the targets in their sources. Changes nothing in the space. */
export async function planRepair(
  content: Pick<SpaceContent, 'spaceId' | 'revisionId'>,
  links: readonly BrokenLink[],
  { target, onProgress, signal }: { target: string; onProgress: (done: number) => void; signal: AbortSignal },
): Promise<Repair> {
  const pages = new Map<string, { id: string; title: string; targets: Set<string> }>();
  for (const link of links) {
    if (!link.page) continue;
    const page = pages.get(link.page.id) ?? { ...link.page, targets: new Set<string>() };
    page.targets.add(link.target);
    pages.set(page.id, page);
  }
  const repair: Repair = { pages: [], count: 0, missed: [] };
  const planned = await inParallel(
    [...pages.values()],
    async ({ id, title, targets }) => {
      const source = await readSource(content, id);
      let markdown = source;
      const lines = new Map<number, ChangedLine>();
      let count = 0;
      for (const old of targets) {
        const replaced = replaceTargets(markdown, old, target);
        markdown = replaced.markdown;
        count += replaced.count;
        for (const line of replaced.lines)
          lines.set(line.line, { ...line, before: lines.get(line.line)?.before ?? line.before });
      }
      return {
        id,
        title,
        markdown,
        count,
        lines: [...lines.values()].sort((one, other) => one.line - other.line),
      };
    },
    { onProgress, signal },
  );
  for (const { id, title, markdown, count, lines } of planned) {
    if (count === 0) repair.missed.push({ id, title });
    else
      repair.pages.push({
        id,
        title,
        lines,
        change: { title, body: { operation: 'update_page', page: id, document: { markdown } } },
      });
    repair.count += count;
  }
  return repair;
}
