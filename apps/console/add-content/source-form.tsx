import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { explain } from '../api/explain.ts';
import { Button } from '../app/button.tsx';
import { Icon } from '../app/icons.tsx';
import { TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import styles from './add-content.module.css';
import { type Credentials, type ImportTarget, startDryRun, uploadForImport } from './import-run.ts';
import { Bar } from './progress.tsx';

/** Takes an address or a file, and starts to look at it. */
export function SourceForm({
  organizationId,
  target,
  address,
  failure,
  onLook,
}: {
  organizationId: string;
  target: ImportTarget;
  /** What was looked at before. */
  address?: string | undefined;
  /** Why the last look failed. */
  failure?: ReactNode;
  onLook(importId: string): void;
}) {
  const [refusal, setRefusal] = useState<string>();
  const [upload, setUpload] = useState<{ name: string; part: number }>();
  const [isSending, setSending] = useState(false);
  const [isPrivate, setPrivate] = useState(false);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const run = async (look: () => Promise<string>): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setRefusal(undefined);
    try {
      onLook(await look());
    } catch (error) {
      setRefusal(explain(error));
    } finally {
      setSending(false);
      setUpload(undefined);
    }
  };
  const lookAtAddress = (fields: FormData): Promise<void> => {
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    const written = text('address');
    const url = /^https?:\/\//i.test(written) ? written : `https://${written}`;
    const password = text('accessToken');
    const credentials: Credentials | undefined = password
      ? { username: text('accessUser') || 'git', password }
      : undefined;
    return run(() => startDryRun(organizationId, { url, credentials }, target));
  };
  const lookAtFiles = (files: FileList | null): void => {
    const [file, ...others] = files ?? [];
    if (!file) return;
    if (others.length > 0) {
      setRefusal(t('oneFileOnly'));
      return;
    }
    void run(async () => {
      setUpload({ name: file.name, part: 0 });
      const onProgress = (part: number) => setUpload({ name: file.name, part });
      const id = await uploadForImport(organizationId, file, { target, onProgress });
      return startDryRun(organizationId, { upload: id }, target);
    });
  };
  const drag = (event: DragEvent, isInside: boolean): void => {
    event.preventDefault();
    setOver(isInside);
  };
  return (
    <div className={styles.source}>
      {(refusal ?? failure) !== undefined && (
        <div role="alert" className={styles.refusal}>
          {refusal ?? failure}
        </div>
      )}
      <form
        className={styles.address}
        onSubmit={(event) => {
          event.preventDefault();
          void lookAtAddress(new FormData(event.currentTarget));
        }}
      >
        <div className={styles.addressLine}>
          <TextField
            name="address"
            label={t('sourceAddress')}
            hint={t('sourceAddressHint')}
            required
            autoFocus
            inputMode="url"
            spellCheck={false}
            defaultValue={address}
            placeholder="https://github.com/acme/docs"
          />
          <Button type="submit" look="primary" icon="search" disabled={isSending}>
            {t('lookAtSource')}
          </Button>
        </div>
        {isPrivate ? (
          <div className={styles.credentials}>
            <TextField name="accessUser" label={t('accessUser')} hint={t('accessUserHint')} />
            <TextField
              name="accessToken"
              label={t('accessToken')}
              hint={t('accessTokenHint')}
              type="password"
              autoComplete="new-password"
            />
          </div>
        ) : (
          <div>
            <Button look="quiet" icon="lock" onClick={() => setPrivate(true)}>
              {t('needsToken')}
            </Button>
          </div>
        )}
      </form>
      {/* The button within it does the same by keyboard. */}
      <section
        aria-label={t('dropFile')}
        className={styles.drop}
        data-over={isOver}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          lookAtFiles(event.dataTransfer.files);
        }}
      >
        {upload ? (
          <>
            <p role="status">{t('uploadingFile', { name: upload.name })}</p>
            <Bar label={t('uploadingFile', { name: upload.name })} part={upload.part} />
          </>
        ) : (
          <>
            <Icon name="file" />
            <p className={styles.dropTitle}>{t(isOver ? 'dropFileNow' : 'dropFile')}</p>
            <p className={styles.soft}>{t('dropFileHint')}</p>
            <Button disabled={isSending} onClick={() => picker.current?.click()}>
              {t('chooseFile')}
            </Button>
          </>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('chooseFile')}
          accept=".zip,.md,.markdown,.html,.htm,.docx"
          onChange={({ currentTarget }) => {
            lookAtFiles(currentTarget.files);
            currentTarget.value = '';
          }}
        />
      </section>
    </div>
  );
}
