import { useId, useRef, useState } from 'react';
import { explain } from '../api/explain.ts';
import { announce } from '../app/announce.tsx';
import { Button, IconButton } from '../app/button.tsx';
import { SelectField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import type { Draft } from './customization.ts';
import { readFontName } from './font-name.ts';
import styles from './own-font-field.module.css';
import { uploadSiteFile } from './site-file-upload.ts';

export type OwnFont = Extract<Draft['styling']['font'], object>;
type FontFace = OwnFont['fontFaces'][number];

const ALL_WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900];

/** The files of a font of the organization, one for each weight, stored with the site. */
export function OwnFontField({
  name,
  label,
  site,
  value,
  onChange,
}: {
  /** The name of the font in errors. */
  name: string;
  label: string;
  site: SiteKey;
  value: OwnFont | undefined;
  onChange(font: OwnFont | undefined): void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<{ text: string; isBad: boolean }>();
  const faces = value?.fontFaces ?? [];
  const put = (fontFaces: FontFace[], family = value?.fontFamily ?? ''): void =>
    onChange(
      fontFaces.length === 0
        ? undefined
        : { id: value?.id ?? crypto.randomUUID(), custom: true, fontFamily: family, fontFaces },
    );
  const add = async (files: readonly File[]): Promise<void> => {
    let added = [...faces];
    let family = value?.fontFamily;
    try {
      for (const file of files) {
        setMessage({ text: t('uploading', { name: file.name }), isBad: false });
        const { url, contentType } = await uploadSiteFile(site, file);
        if (!contentType.startsWith('font/')) throw new Error(t('lookFontKinds'));
        const named = readFontName(file.name);
        family ??= named.family;
        const format = contentType === 'font/woff2' ? 'woff2' : 'woff';
        const face: FontFace = { weight: named.weight, sources: [{ url, format }] };
        added = [...added.filter(({ weight }) => weight !== face.weight), face];
      }
      put(
        added.sort((one, other) => one.weight - other.weight),
        family,
      );
      setMessage(undefined);
      announce(t('lookFontStored'));
    } catch (error) {
      setMessage({ text: t('uploadFailed', { reason: explain(error) }), isBad: true });
    }
  };
  return (
    <fieldset className={styles.font}>
      <legend className="visually-hidden">{label}</legend>
      {faces.map((face, at) => (
        <div key={face.sources[0]?.url} className={styles.face}>
          <SelectField
            name={`${name}.fontFaces.${at}.weight`}
            label={t('lookFontWeight', { name: value?.fontFamily ?? '' })}
            value={String(face.weight)}
            options={[...new Set([...ALL_WEIGHTS, face.weight])].map((weight) => [
              String(weight),
              String(weight),
            ])}
            onChange={({ target }) =>
              put(faces.map((one) => (one === face ? { ...one, weight: Number(target.value) } : one)))
            }
          />
          <IconButton
            icon="trash"
            label={t('lookRemoveWeight', { weight: face.weight })}
            onClick={() => put(faces.filter((one) => one !== face))}
          />
        </div>
      ))}
      <Button icon="plus" aria-describedby={id} onClick={() => input.current?.click()}>
        {t('lookAddFont')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('lookFontFiles', { name: label })}
        accept=".woff2,.woff,font/woff2,font/woff"
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <small id={id} role={message?.isBad ? 'alert' : undefined} data-bad={message?.isBad}>
        {message?.text ?? t('lookFontKinds')}
      </small>
    </fieldset>
  );
}
