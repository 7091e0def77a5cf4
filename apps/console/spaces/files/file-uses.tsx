import type { Schemas } from '@lectern/client/schema';
import { Button } from '../../app/button.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { t } from '../../messages/messages.ts';
import { BacklinkList } from '../links/backlinks.tsx';

/** Shows where a file is used. */
export function FileUses({
  spaceId,
  file,
  onClose,
}: {
  spaceId: string;
  file: Schemas['File'];
  onClose(): void;
}) {
  return (
    <Dialog title={t('fileUsesTitle', { name: file.name })} onClose={onClose}>
      <BacklinkList item={{ spaceId, fileId: file.id }} none={t('fileUsesNone')} />
      <div>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </Dialog>
  );
}
