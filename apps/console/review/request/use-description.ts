import { useRef, useState } from 'react';
import { refreshRequest } from '../../api/change-request.ts';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { changeRequestQuery, queries } from '../../api/queries.ts';
import { showError } from '../../app/toasts.tsx';
import type { DocumentNode } from '../../editor/convert/document-json.ts';
import { t } from '../../messages/messages.ts';
import { baseOf, keptDescription, type WrittenDescription } from './kept-description.ts';
import type { OpenRequest } from './request-parts.ts';

type Text = Pick<WrittenDescription, 'nodes' | 'text'>;

const nodesOf = ({ request }: OpenRequest): readonly DocumentNode[] =>
  (request.description?.nodes ?? []) as unknown as DocumentNode[];

const isBlank = ({ nodes = [], text }: Text): boolean =>
  text === undefined ? nodes.length === 0 : text.trim() === '';

/** The description while somebody writes it. */
export function useDescription(opened: OpenRequest, onEnd: () => void) {
  const { place, request } = opened;
  const [kept] = useState(() => keptDescription(place));
  const [begun] = useState(() => kept.read());
  const [written, setWritten] = useState<WrittenDescription>(() => begun ?? { nodes: nodesOf(opened) });
  const [base, setBase] = useState(() => begun?.base ?? baseOf(request));
  const [openings, setOpenings] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isSending, setSending] = useState(false);
  const hasEnded = useRef(false);

  const change = (text: Text): void => {
    // The editor passes on its last change when it closes.
    if (hasEnded.current) return;
    setWritten(text);
    if (isBlank(text) && base === 'null') kept.forget();
    else kept.write({ base, ...text });
  };
  const end = (): void => {
    hasEnded.current = true;
    kept.forget();
    onEnd();
  };
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(`${t('changeFailed')} ${explain(error)}`);
    } finally {
      setBusy(false);
      setSending(false);
    }
  };

  /** Writes it in another form, or reads again what was written as Markdown. */
  const settle = (isMarkdown: boolean): Promise<void> =>
    during(async () => {
      const { readDescription, writeDescription } = await import('./description-markdown.ts');
      const now = kept.read() ?? written;
      const text = now.text ?? writeDescription(now.nodes ?? []);
      const next = isMarkdown ? { text } : { nodes: readDescription(text) };
      if (kept.read()) kept.write({ base, ...next });
      setWritten(next);
      setOpenings((count) => count + 1);
    });

  /** Sends what was written, unless somebody else has changed the description that it replaces. */
  const send = (replaced: string): Promise<void> =>
    during(async () => {
      const sent = kept.read();
      if (!sent) return end();
      setSending(true);
      const path = { ...place };
      const current = await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', { path });
      if (baseOf(current) !== replaced) {
        queries.setQueryData(changeRequestQuery(place.spaceId, place.changeRequestId).queryKey, current);
        return;
      }
      await api.patch('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
        path,
        body: { description: await documentOf(sent) },
      });
      await refreshRequest(place, ['checks']);
      end();
    });

  const theirs = baseOf(request);
  // What is being sent arrives before the response.
  const isOvertaken = theirs !== base && !isSending;
  return {
    written,
    /** Whether it was begun before the view was opened. */
    isRestored: begun !== undefined,
    /** Whether there is something that was not sent, also if it was written just now. */
    isKept: () => kept.read() !== undefined,
    isBusy,
    /** Whether somebody else has changed the description since it was begun. */
    isOvertaken,
    /** The editor is opened anew when this changes. */
    openings,
    change,
    settle,
    end,
    save: async (): Promise<void> => {
      if (!isOvertaken && !isBusy) await send(base);
    },
    /** Replaces the description of somebody else, which the user has seen. */
    replace: async (): Promise<void> => {
      setBase(theirs);
      const text = kept.read() ?? written;
      kept.write({ ...text, base: theirs });
      await send(theirs);
    },
  };
}

type Sent = { object: 'document'; nodes: { object: 'block'; type: string }[] } | null;

async function documentOf(written: WrittenDescription): Promise<Sent> {
  if (isBlank(written)) return null;
  const nodes =
    written.text === undefined
      ? (written.nodes ?? [])
      : (await import('./description-markdown.ts')).readDescription(written.text);
  return { object: 'document', nodes: nodes as unknown as NonNullable<Sent>['nodes'] };
}
