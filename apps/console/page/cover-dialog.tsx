import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Dialog } from '../app/dialog.tsx';
import { t } from '../messages/messages.ts';
import styles from './cover-dialog.module.css';
import { CoverPicture } from './drawn.tsx';
import { filesQuery } from './find-link-targets.ts';
import type { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';
import { sendFile } from './send-file.ts';
import { type Cover, useFields } from './use-fields.ts';

interface CoverDialogProps {
  editor: OpenEditor;
  page: OpenedPage['page'];
  onClose(): void;
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) || /^\/files\/[\w-]+$/.test(text);

/** A dialog that chooses the cover of a page, and where it is cut. */
export function CoverDialog({ editor, page, onClose }: CoverDialogProps) {
  const { cover, layout } = useFields(editor, page);
  const { data: files = [] } = useQuery(filesQuery(editor.place));
  const [isDark, setDark] = useState(false);
  const [message, setMessage] = useState('');
  const [address, setAddress] = useState('');
  const set = (changed: Partial<Cover>): void => {
    const ref = changed.ref ?? cover?.ref;
    if (ref === undefined) return;
    const entries = Object.entries({ ...cover, ...changed, ref }).filter(([, value]) => value !== undefined);
    editor.setFields({
      cover: Object.fromEntries(entries),
      ...(layout.cover ? {} : { layout: { cover: true } }),
    });
  };
  const choose = (target: string): void => set(isDark && cover ? { refDark: target } : { ref: target });
  const upload = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setMessage(t('uploading', { name: file.name }));
    try {
      const { id } = await sendFile(editor.place)(file, () => undefined);
      await queries.invalidateQueries({ queryKey: filesQuery(editor.place).queryKey });
      choose(`/files/${id}`);
      setMessage('');
    } catch (error) {
      setMessage(t('uploadFailed', { reason: explain(error) }));
    }
  };
  const pictures = files.filter(({ contentType }) => contentType.startsWith('image/')).slice(0, 60);
  return (
    <Dialog title={t('cover')} onClose={onClose}>
      <div className={styles.fields}>
        {cover && <CoverPicture place={editor.place} cover={cover} />}
        <label className={styles.upload}>
          {t('uploadPicture')}
          <input type="file" accept="image/*" onChange={({ target }) => void upload(target.files?.[0])} />
        </label>
        <input
          aria-label={t('pictureAddress')}
          placeholder={t('pictureAddress')}
          value={address}
          onChange={({ target }) => {
            setAddress(target.value);
            if (isAddress(target.value.trim())) choose(target.value.trim());
          }}
        />
        {message !== '' && <p role="status">{message}</p>}
        {pictures.length > 0 && (
          <fieldset className={styles.pictures} aria-label={t('picturesOfSpace')}>
            {pictures.map(({ id, name, downloadURL }) => (
              <button
                key={id}
                type="button"
                aria-label={name}
                title={name}
                onClick={() => choose(`/files/${id}`)}
              >
                <img src={downloadURL} alt="" loading="lazy" />
              </button>
            ))}
          </fieldset>
        )}
        {cover && (
          <>
            <label className={styles.row}>
              {t('coverPosition')}
              <input
                type="range"
                min={-100}
                max={100}
                step={5}
                value={cover.yPos ?? 0}
                onChange={({ target }) => set({ yPos: Number(target.value) })}
              />
            </label>
            <label className={styles.row}>
              {t('coverHeight')}
              <input
                type="number"
                min={10}
                max={700}
                placeholder={t('widthDefault')}
                defaultValue={cover.height ?? ''}
                onChange={({ target }) => {
                  const height = Math.round(Number(target.value));
                  if (target.value === '') set({ height: undefined } as Partial<Cover>);
                  else if (height >= 10 && height <= 700) set({ height });
                }}
              />
            </label>
            <label className={styles.flag}>
              <input type="checkbox" checked={isDark} onChange={({ target }) => setDark(target.checked)} />
              {t('coverForDark')}
            </label>
          </>
        )}
        <footer className={styles.footer}>
          {cover && (
            <Button
              look="danger"
              onClick={() => {
                editor.setFields({ cover: null });
                onClose();
              }}
            >
              {t('removeCover')}
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            {t('finished')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
