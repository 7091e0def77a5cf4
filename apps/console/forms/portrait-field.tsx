import { type DragEvent, useId, useRef, useState } from 'react';
import { explain } from '../api/explain.ts';
import { announce } from '../app/announce.tsx';
import { Button } from '../app/button.tsx';
import { Portrait } from '../app/portrait.tsx';
import { t } from '../messages/messages.ts';
import styles from './portrait-field.module.css';
import { preparePicture } from './prepare-picture.ts';

/** The picture of a person or an organization, to be replaced by drop or choice. It is stored at once. */
export function PortraitField({
  label,
  hint,
  name,
  url,
  isRound = false,
  onUpload,
  onRemove,
}: {
  label: string;
  hint: string;
  /** Whose picture it is: its first letter stands for it. */
  name: string;
  url: string | undefined;
  isRound?: boolean;
  onUpload(picture: Blob): Promise<void>;
  onRemove(): Promise<void>;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const change = async (act: () => Promise<void>, done: string): Promise<void> => {
    setSending(true);
    setRefusal(undefined);
    try {
      await act();
      announce(done);
    } catch (error) {
      setRefusal(explain(error));
    } finally {
      setSending(false);
    }
  };
  const take = (file: File | undefined): void => {
    if (file) void change(async () => onUpload(await preparePicture(file)), t('portraitStored'));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in all browsers.
    <div role="group" aria-label={label} className={styles.field}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by the button, too. */}
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Portrait name={name} url={url} className={isRound ? styles.round : styles.square} />
        <div className={styles.buttons}>
          <Button disabled={isSending} aria-describedby={id} onClick={() => input.current?.click()}>
            {t(url === undefined ? 'portraitUpload' : 'portraitReplace')}
          </Button>
          {url !== undefined && (
            <Button disabled={isSending} onClick={() => void change(onRemove, t('portraitRemoved'))}>
              {t('portraitRemove')}
            </Button>
          )}
          <small id={id}>{hint}</small>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif,image/svg+xml"
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
    </div>
  );
}
