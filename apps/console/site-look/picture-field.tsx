import { type DragEvent, useId, useRef, useState } from 'react';
import { explain } from '../api/explain.ts';
import { announce } from '../app/announce.tsx';
import { Button, IconButton } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import type { ThemedPicture } from './customization.ts';
import styles from './picture-field.module.css';
import { fetchPicture, type SiteFile, uploadSiteFile } from './site-file-upload.ts';

interface PictureFieldProps {
  label: string;
  hint?: string;
  site: SiteKey;
  /** The origin of the files that are stored here; undefined while it is unknown. */
  filesOrigin: string | undefined;
  value: ThemedPicture | undefined;
  onChange(value: ThemedPicture | undefined): void;
  /** Whether it is the same in both modes. */
  isSingle?: boolean;
}

/** A picture for light and for dark mode, stored with the site by drop or choice. */
export function PictureField({
  label,
  hint,
  value,
  onChange,
  isSingle = false,
  ...place
}: PictureFieldProps) {
  const ownDark = value && value.dark !== value.light ? value.dark : undefined;
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      {hint !== undefined && <small>{hint}</small>}
      <div className={styles.modes}>
        <OnePicture
          {...place}
          label={isSingle ? label : t('lookInLight', { name: label })}
          mode="light"
          url={value?.light}
          onChange={(url) => onChange(url === undefined ? undefined : { light: url, dark: ownDark ?? url })}
        />
        {value && !isSingle && (
          <OnePicture
            {...place}
            label={t('lookInDark', { name: label })}
            mode="dark"
            url={ownDark}
            empty={t('lookSameInDark')}
            onChange={(url) => onChange({ light: value.light, dark: url ?? value.light })}
          />
        )}
      </div>
    </fieldset>
  );
}

function OnePicture({
  label,
  mode,
  site,
  filesOrigin,
  url,
  empty,
  onChange,
}: Pick<PictureFieldProps, 'site' | 'filesOrigin'> & {
  label: string;
  mode: 'light' | 'dark';
  url: string | undefined;
  /** What is said in place of a picture. */
  empty?: string;
  onChange(url: string | undefined): void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [message, setMessage] = useState<{ text: string; isBad: boolean }>();
  const store = async (name: string, storing: Promise<SiteFile>): Promise<void> => {
    setMessage({ text: t('uploading', { name }), isBad: false });
    try {
      onChange((await storing).url);
      setMessage(undefined);
      announce(t('lookPictureStored'));
    } catch (error) {
      setMessage({ text: t('uploadFailed', { reason: explain(error) }), isBad: true });
    }
  };
  const take = (file: File | undefined): void => {
    if (file) void store(file.name, uploadSiteFile(site, file));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const host = url === undefined || filesOrigin === undefined ? undefined : hostOf(url, filesOrigin);
  return (
    <div className={styles.one}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by the button, too. */}
      <div
        className={styles.drop}
        data-mode={mode}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {url !== undefined && <img src={url} alt="" />}
        <button type="button" aria-describedby={id} onClick={() => input.current?.click()}>
          <span className="visually-hidden">{label}: </span>
          {url === undefined ? (empty ?? t('lookDrop')) : t('lookReplace')}
        </button>
        {url !== undefined && (
          <IconButton
            icon="close"
            label={t('lookRemovePicture', { name: label })}
            className={styles.remove}
            onClick={() => onChange(undefined)}
          />
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept="image/svg+xml,image/png,image/jpeg,image/webp,image/avif,image/gif,image/x-icon"
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      <small id={id} role={message?.isBad ? 'alert' : undefined} data-bad={message?.isBad}>
        {message?.text ?? t('lookPictureKinds')}
      </small>
      {host !== undefined && url !== undefined && (
        <p className={styles.foreign}>
          {t('lookForeign', { host })}
          <Button onClick={() => void store(host, fetchPicture(site, url))}>{t('lookStore')}</Button>
        </p>
      )}
    </div>
  );
}

/** The host of a picture that is not stored here. */
function hostOf(url: string, filesOrigin: string): string | undefined {
  try {
    const { origin, host } = new URL(url);
    return origin === filesOrigin ? undefined : host;
  } catch {
    return url;
  }
}
