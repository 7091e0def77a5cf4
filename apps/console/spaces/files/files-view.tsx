import type { Schemas } from '@lectern/client/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ChangeEvent, lazy, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { queries, type Space } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { askFirst, showDialog } from '../../app/dialogs.tsx';
import { Icon } from '../../app/icons.tsx';
import { MenuButton, type MenuGroup } from '../../app/menu.tsx';
import { saySize } from '../../app/size.ts';
import { showError, showToast } from '../../app/toasts.tsx';
import { EmptyState, View } from '../../app/view.tsx';
import { PagedTable } from '../../forms/paged-table.tsx';
import { t } from '../../messages/messages.ts';
import { sendFile } from '../../page/send-file.ts';
import type { PartProps } from '../../settings/area-part.ts';
import { backlinksQuery } from '../links/backlinks.tsx';
import { changeFile, rereadFiles } from './file-changes.ts';
import styles from './files.module.css';

type File = Schemas['File'];

const RenameFile = lazy(async () => ({ default: (await import('./rename-file.tsx')).RenameFile }));
const FileUses = lazy(async () => ({ default: (await import('./file-uses.tsx')).FileUses }));

const filesQuery = (spaceId: string) =>
  pagedQuery(['space', spaceId, 'files'], (cursor) =>
    api.get('/v1/spaces/{spaceId}/content/files', { path: { spaceId }, query: { limit: 50, ...cursor } }),
  );

/** The pictures and other files of a space: where they are used, and what can be done with them. */
export function FilesView({ owner: space }: PartProps<Space>) {
  const { id: spaceId, permissions } = space;
  const list = useInfiniteQuery(filesQuery(spaceId));
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  const upload = permissions.edit && <UploadButton spaceId={spaceId} />;
  return (
    <View
      title={t('spaceFiles')}
      viewKey={`files ${spaceId}`}
      lead={t('spaceFilesLead')}
      actions={isEmpty ? undefined : upload}
      isWide
    >
      <PagedTable
        list={list}
        label={t('spaceFiles')}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('spaceFilesNone')} text={t('spaceFilesNoneText')}>
            {upload}
          </EmptyState>
        }
        columns={[
          { label: t('name'), cell: (file) => <FileName file={file} /> },
          { label: t('fileType'), cell: ({ contentType }) => contentType.split(';')[0] },
          { label: t('fileSize'), isNumber: true, cell: ({ size }) => saySize(size) },
          {
            label: '',
            cell: (file) => (
              <MenuButton
                label={t('pageMenu', { title: file.name })}
                groups={() => menuOf(spaceId, file, permissions.edit)}
              />
            ),
          },
        ]}
      />
    </View>
  );
}

function FileName({ file: { name, contentType, downloadURL } }: { file: File }) {
  return (
    <a className={styles.name} href={downloadURL} target="_blank" rel="noreferrer">
      {contentType.startsWith('image/') ? (
        <img src={downloadURL} alt="" loading="lazy" width={40} height={40} />
      ) : (
        <Icon name="file" />
      )}
      <span>{name}</span>
    </a>
  );
}

function menuOf(spaceId: string, file: File, mayEdit: boolean): MenuGroup[] {
  const uses = {
    label: t('fileUses'),
    icon: 'link' as const,
    run: () => showDialog((close) => <FileUses spaceId={spaceId} file={file} onClose={close} />),
  };
  if (!mayEdit) return [{ items: [uses] }];
  return [
    {
      items: [
        uses,
        {
          label: t('fileRename'),
          icon: 'edit',
          run: () => showDialog((close) => <RenameFile spaceId={spaceId} file={file} onClose={close} />),
        },
      ],
    },
    {
      items: [
        {
          label: t('delete'),
          icon: 'trash',
          isDanger: true,
          run: () => void askToDelete(spaceId, file),
        },
      ],
    },
  ];
}

/** Says first how many places would lose the file. */
async function askToDelete(spaceId: string, file: File): Promise<void> {
  const { id, name } = file;
  try {
    const uses = await queries.fetchInfiniteQuery({
      ...backlinksQuery({ spaceId, fileId: id }),
      staleTime: 0,
    });
    const count = uses.pages[0]?.count ?? 0;
    askFirst(
      {
        title: t('fileDeleteTitle', { name }),
        text: count === 0 ? t('fileDeleteUnused') : t('fileDeleteUsed', { count }),
        submit: t('delete'),
        isDanger: true,
      },
      async () => {
        await changeFile(spaceId, { operation: 'delete_file', file: id });
        showToast(t('deleted', { title: name }));
      },
    );
  } catch (error) {
    showError(explain(error));
  }
}

function UploadButton({ spaceId }: { spaceId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const upload = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const chosen = [...(currentTarget.files ?? [])];
    setSending(true);
    try {
      const send = sendFile({ spaceId, changeRequestId: undefined });
      for (const file of chosen) await send(file, () => undefined);
      showToast(t('filesUploaded', { count: chosen.length }));
    } catch (error) {
      showError(explain(error));
    } finally {
      setSending(false);
      currentTarget.value = '';
      await rereadFiles(spaceId);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('filesUpload')}
        onChange={(event) => void upload(event)}
      />
      <Button look="primary" icon="plus" disabled={isSending} onClick={() => input.current?.click()}>
        {t('filesUpload')}
      </Button>
    </>
  );
}
