import { decodeSource } from '@lectern/content/facts/document-facts';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import type { ChangedNames } from '@lectern/openapi/mentions/changed-names';
import { type Mention, type MentionedSpec, MentionFinder } from '@lectern/openapi/mentions/find-mentions';
import { createMayMention } from '@lectern/openapi/mentions/may-mention';
import { listPassages } from '@lectern/openapi/mentions/passages';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

interface Input {
  names: ChangedNames;
  spec: MentionedSpec;
  /** `title`: of the page. */
  documents: readonly { source: Uint8Array; title: string }[];
}

export interface FoundMentions {
  mentions: Mention[];
  /** False: there are more on the page. */
  isComplete: boolean;
}

/** Finds what changed in documents, in a thread; for each document, in their order. */
export const findMentionsTask = defineThreadTask(
  'find-mentions',
  ({ names, spec, documents }: Input): FoundMentions[] => {
    const mayMention = createMayMention(names);
    const finder = new MentionFinder(names, spec);
    return documents.map(({ source, title }) => {
      const { text } = decodeSource(source);
      if (!mayMention(title) && !mayMention(text)) return { mentions: [], isComplete: true };
      return finder.find(listPassages(parseMarkdown(text), title));
    });
  },
);
