import type { Schemas } from '@lectern/client/schema';
import { api, repeatable } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';

type FileChange = Extract<
  Schemas['ContentChangesBody']['changes'][number],
  { operation: 'update_file' | 'delete_file' }
>;

/** What the dialogs about a file receive. */
export interface FileDialogProps {
  spaceId: string;
  file: Schemas['File'];
  onClose(): void;
}

/** Changes a file of a space, and reads the list of files again. */
export async function changeFile(spaceId: string, change: FileChange): Promise<void> {
  await api.post('/v1/spaces/{spaceId}/content', {
    path: { spaceId },
    headers: repeatable(),
    body: { changes: [change] },
  });
  await rereadFiles(spaceId);
}

export const rereadFiles = (spaceId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['space', spaceId, 'files'] });
