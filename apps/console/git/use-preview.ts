import { ApiError } from '@lectern/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { showError } from '../app/toasts.tsx';
import type { ConnectionBody } from './connection-body.ts';
import { type GitPreview, previewQuery } from './git-queries.ts';
import { useKeptState } from './kept-state.ts';

/** A preview of what a connection would change, which a reload of the tab does not lose. */
export interface PreviewRun {
  preview: GitPreview | undefined;
  /** The place that it was asked for. */
  of: string | undefined;
  isRunning: boolean;
  /** Whether the service has not answered yet that it runs. */
  isStarting: boolean;
  ask(body: ConnectionBody, of: string): Promise<void>;
  cancel(): Promise<void>;
  /** Shows it no longer. */
  close(): void;
}

interface Started {
  id: string;
  of: string;
}

export function usePreview(spaceId: string, name: string): PreviewRun {
  const [started, setStarted] = useKeptState<Started | undefined>(spaceId, name, undefined);
  const [isStarting, setStarting] = useState(false);
  const { data, error } = useQuery({
    ...previewQuery(spaceId, started?.id ?? ''),
    enabled: started !== undefined,
  });
  // It was deleted since: previews are kept for a day.
  const isGone = error instanceof ApiError && error.status === 404;
  const preview = isGone ? undefined : data;
  const isRunning = isStarting || preview?.state === 'running' || (started !== undefined && !data && !error);
  const cancel = async (): Promise<void> => {
    if (started === undefined) return;
    try {
      await api.delete('/v1/spaces/{spaceId}/git/previews/{gitPreviewId}', {
        path: { spaceId, gitPreviewId: started.id },
      });
    } catch (failure) {
      // It ended a moment ago.
      if (!(failure instanceof ApiError) || failure.reason !== 'git-preview-not-running')
        showError(explain(failure));
    }
    await queries.invalidateQueries({ queryKey: previewQuery(spaceId, started.id).queryKey });
  };
  const ask = async (body: ConnectionBody, of: string): Promise<void> => {
    setStarting(true);
    try {
      if (preview?.state === 'running') await cancel();
      const next = await api.post('/v1/spaces/{spaceId}/git/previews', {
        path: { spaceId },
        headers: repeatable(),
        body,
      });
      queries.setQueryData(previewQuery(spaceId, next.id).queryKey, next);
      setStarted({ id: next.id, of });
    } catch (failure) {
      showError(explain(failure));
    } finally {
      setStarting(false);
    }
  };
  return { preview, of: started?.of, isRunning, isStarting, ask, cancel, close: () => setStarted(undefined) };
}
