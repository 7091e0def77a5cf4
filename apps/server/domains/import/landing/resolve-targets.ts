import { stableTarget } from '@lectern/content/references/stable-targets';
import type { ImportedContent, ImportProblem } from '@lectern/import/imported-content';
import { cutText } from '@lectern/std/cut-text';
import { newId } from '@lectern/std/ids';
import { pagesOf } from './check-content.ts';
import type { ListedText } from './list-targets.ts';
import type { NamedThing, NameIndex } from './name-index.ts';
import type { WrittenTarget } from './page-tasks.ts';

const MAX_QUOTE = 200;

/** The ids that the pages, reusable contents and files of an import get, by their paths in the source. */
export interface ImportIds {
  pages: ReadonlyMap<string, string>;
  reusables: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

export function assignIds(content: ImportedContent): Omit<ImportIds, 'files'> {
  return {
    pages: new Map([...pagesOf(content.pages)].map(({ path }) => [path, newId()])),
    reusables: new Map(content.reusables.map(({ path }) => [path, newId()])),
  };
}

export interface TargetResolver {
  /** Returns the replacement of a target; undefined if it stays. */
  settle(target: WrittenTarget, from: string): string | undefined;
  /** Returns the replacements of all targets of a text; adds a problem for each that does not exist in the source. */
  settleAll(text: ListedText, problems: ImportProblem[]): Map<string, string>;
}

/** Turns targets by name into targets by id, which remain valid when pages move. */
export function createTargetResolver(names: NameIndex, ids: ImportIds): TargetResolver {
  const write = (thing: NamedThing): string | undefined => {
    switch (thing.kind) {
      case 'url':
        return thing.url;
      case 'file': {
        const file = ids.files.get(thing.path);
        return file && stableTarget({ kind: 'file', file });
      }
      case 'reusable': {
        const reusableContent = ids.reusables.get(thing.path);
        return reusableContent && stableTarget({ kind: 'reusable-content', reusableContent });
      }
      case 'page': {
        const page = ids.pages.get(thing.path);
        const { anchor } = thing;
        return page && stableTarget(anchor ? { kind: 'anchor', page, anchor } : { kind: 'page', page });
      }
    }
  };
  return {
    settle(target, from) {
      const thing = names.find(target, from);
      return thing === undefined || thing === 'elsewhere' ? undefined : write(thing);
    },
    settleAll({ path, targets, markdown }, problems) {
      const settled = new Map<string, string>();
      for (const target of targets) {
        const thing = names.find(target, path);
        if (thing === undefined)
          problems.push({
            path,
            reason: markdown.includes(`{% include "${target.raw}"`) ? 'missing-include' : 'missing-target',
            message: `The source contains nothing named “${cutText(target.raw, MAX_QUOTE)}”. The target was kept unchanged.`,
          });
        const next = thing === undefined || thing === 'elsewhere' ? undefined : write(thing);
        if (next !== undefined) settled.set(target.raw, next);
      }
      return settled;
    },
  };
}
