import { Button } from '../../app/button.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { t } from '../../messages/messages.ts';
import { BacklinkList } from '../links/backlinks.tsx';
import type { FileDialogProps } from './file-changes.ts';

/** Shows where a file is used. */
export function FileUses({ spaceId, file, onClose }: FileDialogProps) {
  return (
    <Dialog title={t('fileUsesTitle', { name: file.name })} onClose={onClose}>
      <BacklinkList item={{ spaceId, fileId: file.id }} none={t('fileUsesNone')} />
      <div>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </Dialog>
  );
}
