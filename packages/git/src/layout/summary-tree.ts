/** Turns the parsed SUMMARY.md into pages: finds their files, and detects duplicates, links and missing files. */

import { HOSTILE_YAML, isCyclic, refuseYaml } from '@lectern/markdown/hostile-yaml';
import { isRecord } from '@lectern/std/is-record';
import { parse as parseYaml } from 'yaml';
import { type FileIndex, type FoundFile, folderOf, joinPath } from './file-index.ts';
import type { ComputedNode, DocumentNode, LayoutNode, LinkNode } from './layout.ts';
import type { ReportEntry } from './repository-files.ts';
import { type ParsedSummary, parseSummary, type SummaryEntry, type SummaryGroup } from './summary-lines.ts';

export interface SummaryTreeOptions {
  text: string;
  summaryPath: string;
  root: string;
  index: FileIndex;
  report: ReportEntry[];
}

type PageContent = Extract<SummaryEntry['content'], { type: 'page' }>;

interface Target {
  path: string;
  anchor: string | undefined;
  found: FoundFile | undefined;
}

/** Characters of a computed entry: reading takes microseconds for each. */
const MAX_COMPUTED_LENGTH = 10_000;
const IS_URL = /^[a-z][a-z0-9+.-]*:|^\/\//i;
const IS_PAGE = /\.(?:md|markdown)$/i;

export function buildSummaryTree(options: SummaryTreeOptions): LayoutNode[] {
  const parsed = parseSummary(options.text);
  for (const { line, message } of parsed.problems) {
    options.report.push({
      severity: 'warning',
      reason: 'unreadable-navigation',
      path: options.summaryPath,
      line: line + 1,
      message,
    });
  }
  return new SummaryTree(options, parsed).build();
}

class SummaryTree {
  readonly #options: SummaryTreeOptions;
  readonly #parsed: ParsedSummary;
  readonly #targets = new Map<SummaryEntry, Target>();
  /** The entry that is the page of a file; every other place is a link to it. */
  readonly #owners = new Map<string, SummaryEntry>();
  #decoded = 0;

  constructor(options: SummaryTreeOptions, parsed: ParsedSummary) {
    this.#options = options;
    this.#parsed = parsed;
  }

  build(): LayoutNode[] {
    const all = [...this.#walk(this.#parsed.parts)];
    for (const entry of all) this.#resolve(entry);
    for (const rank of [0, 1, 2]) {
      for (const entry of all) {
        const target = this.#targets.get(entry);
        if (!target?.found || rankOf(target) !== rank || this.#owners.has(target.path)) continue;
        this.#owners.set(target.path, entry);
      }
    }
    const nodes = this.#parsed.parts.flatMap((part) =>
      'entries' in part ? [this.#group(part)] : this.#nodes([part]),
    );
    if (this.#decoded > 0) {
      const links = this.#decoded === 1 ? 'One link is' : `${this.#decoded} links are`;
      this.#report(undefined, {
        reason: 'path-differs',
        message: `${links} percent-encoded; the decoded names were used.`,
      });
    }
    return nodes;
  }

  *#walk(parts: readonly (SummaryEntry | SummaryGroup)[]): Generator<SummaryEntry> {
    for (const part of parts) {
      if ('entries' in part) yield* this.#walk(part.entries);
      else {
        yield part;
        yield* this.#walk(part.children);
      }
    }
  }

  #resolve(entry: SummaryEntry): void {
    const { content } = entry;
    if (content.type !== 'page' || !content.href || IS_URL.test(content.href) || content.href.startsWith('#'))
      return;
    const [href = '', anchor] = content.href.split(/#(.*)/s);
    const bare = href.replace(/\?.*/s, '');
    const { index, root, summaryPath } = this.#options;
    const folder = folderOf(summaryPath);
    const bases = href.startsWith('/') ? [root] : folder === root ? [root] : [folder, root];
    const paths = bases.flatMap((base) => [href, bare].flatMap((path) => joinPath(base, path) ?? []));
    const found = findFirst(index, paths, href.endsWith('/'));
    const [fallback] = paths;
    if (fallback === undefined && !found) {
      this.#report(entry, {
        severity: 'error',
        reason: 'missing-page',
        message: `“${content.href}” points outside the repository.`,
      });
      return;
    }
    this.#targets.set(entry, { path: found?.file.path ?? fallback!, anchor: anchor || undefined, found });
    if (found?.by === 'decoded') this.#decoded += 1;
    if (found?.by === 'folded')
      this.#report(entry, {
        reason: 'path-differs',
        message: `“${content.href}” was found as ${found.file.path}: the names differ in case or Unicode form.`,
      });
    if (!found)
      this.#report(entry, {
        severity: 'error',
        reason: 'missing-page',
        message: `The file ${fallback} does not exist. The page has no content.`,
      });
  }

  #group(group: SummaryGroup): LayoutNode {
    const { title, slug, hasExplicitSlug, lines } = group;
    if (title === '')
      this.#report(group, { reason: 'unreadable-navigation', message: 'This group has no title.' });
    return {
      type: 'group',
      title,
      slug,
      hasExplicitSlug,
      lines,
      ...conditionOf(group),
      children: this.#nodes(group.entries),
    };
  }

  /** In the clients' schema a link and a computed entry cannot have children: their children follow as siblings. */
  #nodes(entries: readonly SummaryEntry[]): LayoutNode[] {
    return entries.flatMap((entry): LayoutNode[] => {
      const node = this.#node(entry);
      if (node.type === 'document' || node.children.length === 0) return [node];
      const kind = node.type === 'link' ? 'link' : 'computed entry';
      this.#report(entry, {
        reason: 'unreadable-navigation',
        message: `“${node.title}” is a ${kind} and cannot contain pages. The pages below it were placed after it.`,
      });
      return [{ ...node, children: [] }, ...node.children];
    });
  }

  #node(entry: SummaryEntry): LayoutNode {
    const children = this.#nodes(entry.children);
    const { content, lines } = entry;
    const node =
      content.type === 'computed' ? this.#computed(entry, content.source) : this.#page(entry, content);
    return { ...node, lines, ...conditionOf(entry), children };
  }

  #page(entry: SummaryEntry, content: PageContent): DocumentNode | LinkNode {
    const target = this.#targets.get(entry);
    const label = content.label === undefined ? {} : { label: content.label };
    const title = content.title;
    if (!target) {
      if (!content.href || joinPath('', content.href) === undefined)
        return { type: 'document', title, ...label, path: undefined, children: [] };
      return { type: 'link', title: title || content.href, ...label, href: content.href, children: [] };
    }
    const anchor = target.anchor === undefined ? {} : { anchor: target.anchor };
    const isPage = IS_PAGE.test(target.path);
    if (!target.found) {
      return {
        type: 'document',
        title: title || target.path,
        ...label,
        path: undefined,
        missingPath: target.path,
        ...anchor,
        children: [],
      };
    }
    if (isPage && this.#owners.get(target.path) === entry) {
      return { type: 'document', title, ...label, path: target.path, ...anchor, children: [] };
    }
    if (isPage && !target.anchor)
      this.#report(entry, {
        reason: 'listed-twice',
        message: `${target.path} is listed more than once. This entry became a link to the page.`,
      });
    return {
      type: 'link',
      title: title || target.path,
      ...label,
      href: content.href!,
      path: target.path,
      ...anchor,
      children: [],
    };
  }

  #computed(entry: SummaryEntry, source: string): ComputedNode {
    let parsed: unknown;
    try {
      parsed = refuseYaml(source, MAX_COMPUTED_LENGTH)
        ? undefined
        : parseYaml(source, { ...HOSTILE_YAML, maxAliasCount: 50, logLevel: 'error' });
      if (source.includes('*') && isCyclic(parsed)) parsed = undefined;
    } catch {
      parsed = undefined;
    }
    if (!isRecord(parsed) || typeof parsed.type !== 'string') {
      this.#report(entry, {
        severity: 'error',
        reason: 'unreadable-navigation',
        message: 'This code block does not describe a computed page (YAML with “type”).',
      });
    }
    return { type: 'computed', title: titleOfComputed(parsed), source, parsed, children: [] };
  }

  #report(
    at: SummaryEntry | SummaryGroup | undefined,
    { severity = 'warning', ...report }: Pick<ReportEntry, 'reason' | 'message'> & Partial<ReportEntry>,
  ): void {
    const line = at ? { line: at.lines.line + 1 } : {};
    this.#options.report.push({ severity, path: this.#options.summaryPath, ...line, ...report });
  }
}

const conditionOf = ({ condition }: SummaryEntry | SummaryGroup): { condition?: string } =>
  condition === undefined ? {} : { condition };

/** Ranks several entries for one file to find its page: an exact path before a corrected one, an anchor last. */
function rankOf({ anchor, found }: Target): 0 | 1 | 2 {
  if (anchor !== undefined) return 2;
  return found?.by === 'folded' ? 1 : 0;
}

/** Finds the file itself, a folder's README or index, or the name without its extension, whichever exists. */
function findFirst(index: FileIndex, paths: readonly string[], isFolder: boolean): FoundFile | undefined {
  const forms = (path: string): string[] => {
    const [readme, index] = [joinPath(path, 'README.md')!, joinPath(path, 'index.md')!];
    return isFolder ? [readme, index] : [path, readme, `${path}.md`, index];
  };
  const candidates = paths.flatMap(forms);
  for (const kind of ['exact', 'decoded', 'folded'] as const) {
    for (const path of candidates) {
      const found = index.find(path);
      if (found?.by === kind) return found;
    }
  }
  return undefined;
}

/** The specification that a computed page lists, else its type. */
function titleOfComputed(parsed: unknown): string {
  if (!isRecord(parsed)) return '';
  if (typeof parsed.title === 'string') return parsed.title;
  for (const dependency of Object.values(isRecord(parsed.dependencies) ? parsed.dependencies : {})) {
    const ref = isRecord(dependency) && isRecord(dependency.ref) ? dependency.ref : {};
    if (typeof ref.spec === 'string') return ref.spec;
  }
  return typeof parsed.type === 'string' ? parsed.type : '';
}
