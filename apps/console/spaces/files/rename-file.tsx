import { Dialog, DialogForm } from '../../app/dialog.tsx';
import { showToast } from '../../app/toasts.tsx';
import { TextField } from '../../forms/fields.tsx';
import { t } from '../../messages/messages.ts';
import { changeFile, type FileDialogProps } from './file-changes.ts';

/** Asks for another name of a file. Places that show the file keep showing it. */
export function RenameFile({ spaceId, file, onClose }: FileDialogProps) {
  const rename = async (fields: FormData): Promise<void> => {
    const name = String(fields.get('name') ?? '').trim();
    if (name !== file.name) await changeFile(spaceId, { operation: 'update_file', file: file.id, name });
    onClose();
    showToast(t('fileRenamed', { name }));
  };
  return (
    <Dialog title={t('fileRename')} onClose={onClose}>
      <DialogForm submit={t('save')} onSubmit={rename} onClose={onClose}>
        <TextField
          name="name"
          label={t('name')}
          defaultValue={file.name}
          maxLength={255}
          required
          autoFocus
        />
      </DialogForm>
    </Dialog>
  );
}
