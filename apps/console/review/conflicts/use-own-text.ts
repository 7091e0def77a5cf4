import { useState } from 'react';
import type { RequestPlace } from '../../api/change-request.ts';
import { type Conflict, type ConflictDecision, previewDecision } from '../../api/conflicts.ts';
import { explain } from '../../api/explain.ts';
import { placeName } from '../../api/place.ts';
import { useStore } from '../../api/store.ts';
import { showError } from '../../app/toasts.tsx';
import type { DocumentNode } from '../../editor/convert/document-json.ts';
import { keepText, readKeptText, unsentChanges } from '../kept-texts.ts';

/** A text that somebody writes in the place of the texts that conflict. */
export interface OwnText {
  /** The Markdown, or the value of a field. */
  text: string;
  /** The blocks of the text with changes that are not in it yet. */
  nodes?: DocumentNode[];
  /** Whether it is written as Markdown. */
  isMarkdown?: boolean;
}

type SentBlocks = NonNullable<Extract<ConflictDecision, { choice: 'text' }>['nodes']>;

export const decisionOf = ({ text, nodes }: OwnText): ConflictDecision => ({
  choice: 'text',
  text,
  ...(nodes ? { nodes: nodes as unknown as SentBlocks } : {}),
});

/** The text that this user writes for a conflict. It is kept in this browser until it is sent. */
export function useOwnText(place: RequestPlace, conflict: Conflict, userId: string) {
  const name = `${userId}:${placeName(place)}:conflict:${conflict.id}`;
  const { answer } = conflict;
  useStore(unsentChanges);
  const written = readKeptText<OwnText>(name);
  const stored = answer?.choice === 'text' ? { text: answer.text } : undefined;
  const [begun, setBegun] = useState<OwnText>();
  return {
    /** Undefined until it was begun. */
    text: written ?? begun ?? stored,
    /** Whether there is unsent text. */
    isKept: written !== undefined,
    set: (text: OwnText): void => keepText(name, text),
    forget(): void {
      keepText(name, undefined);
      setBegun(undefined);
    },
    /** Begins with the text of the previous choice. */
    begin(choice: ConflictDecision['choice'] | undefined): void {
      if (choice !== 'both') {
        if (choice !== 'text') setBegun({ text: String(conflict[choice ?? 'ours'] ?? '') });
        return;
      }
      previewDecision(place, conflict.id, { choice }).then(
        ({ text = '' }) => setBegun({ text }),
        (error: unknown) => showError(explain(error)),
      );
    },
  };
}
