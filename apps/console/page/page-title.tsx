import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTitle } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import type { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';
import styles from './page.module.css';

interface PageTitleProps {
  editor: OpenEditor;
  page: OpenedPage['page'];
  isEditable: boolean;
}

/** The title and the description, each a field that grows with its text. */
export function PageTitle({ editor, page, isEditable }: PageTitleProps) {
  const fields = useSyncExternalStore(editor.subscribe, () => editor.fields);
  // What is being typed stays as it is, whatever comes from elsewhere.
  const [typed, setTyped] = useState<{ title?: string; description?: string }>({});
  const title = typed.title ?? (fields.title as string | undefined) ?? page.title;
  const saved = fields.description === undefined ? page.description : (fields.description as string | null);
  const description = typed.description ?? saved ?? '';
  useTitle(isEditable ? title : page.title);
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    editor.focus();
  };
  if (!isEditable)
    return (
      <header className={styles.header}>
        <h1 className={styles.title}>{page.title}</h1>
        {page.description !== undefined && <p className={styles.description}>{page.description}</p>}
      </header>
    );
  return (
    <header className={styles.header}>
      <h1 className="visually-hidden">{title}</h1>
      <GrowingField
        className={styles.title}
        label={t('pageTitle')}
        placeholder={t('untitled')}
        value={title}
        onKeyDown={onEnter}
        onBlur={() => setTyped({})}
        onChange={(value) => {
          setTyped({ title: value });
          // A page without a title keeps the one that it had.
          if (value.trim() !== '') editor.setFields({ title: value.trim() });
        }}
      />
      <GrowingField
        className={styles.description}
        label={t('pageDescription')}
        placeholder={t('addDescription')}
        value={description}
        onKeyDown={onEnter}
        onBlur={() => setTyped({})}
        onChange={(value) => {
          setTyped({ description: value });
          editor.setFields({ description: value.trim() === '' ? null : value.trim() });
        }}
      />
    </header>
  );
}

/** Whether style sheets can make fields as high as their text, which needs no measuring. */
const HAS_FIELD_SIZING = CSS.supports('field-sizing', 'content');

interface GrowingFieldProps {
  className: string | undefined;
  label: string;
  placeholder: string;
  value: string;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(): void;
  onChange(value: string): void;
}

function GrowingField({ value, onChange, label, ...rest }: GrowingFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useEffect(() => {
    if (!field.current || HAS_FIELD_SIZING) return;
    field.current.style.height = '0';
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [value]);
  return (
    <textarea
      {...rest}
      ref={field}
      rows={1}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
    />
  );
}
