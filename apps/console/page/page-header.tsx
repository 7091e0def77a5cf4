import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { emojiOf, Icon } from '../app/icons.tsx';
import { optionalPart } from '../app/optional-part.ts';
import { useTitle } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { changeIcon } from './change-icon.ts';
import type { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';
import styles from './page-header.module.css';
import { useFields } from './use-fields.ts';

const FieldConflicts = lazy(async () => ({
  default: (await import('./field-conflicts.tsx')).FieldConflicts,
}));
const PageIcon = optionalPart(async () => (await import('./drawn.tsx')).PageIcon);
const CoverPicture = optionalPart(async () => (await import('./drawn.tsx')).CoverPicture);
const CoverDialog = lazy(async () => ({ default: (await import('./cover-dialog.tsx')).CoverDialog }));

interface PageHeaderProps {
  editor: OpenEditor;
  page: OpenedPage['page'];
  isEditable: boolean;
}

/** The cover, the icon, the title and the description of a page, each edited where readers will see it. */
export function PageHeader({ editor, page, isEditable }: PageHeaderProps) {
  const { cover, icon, emoji, layout } = useFields(editor, page);
  const [dialog, setDialog] = useState<'cover'>();
  const hasConflicts = useSyncExternalStore(
    editor.subscribe,
    () => editor.session.saver.fields.conflicts.size > 0,
  );
  const hasIcon = icon !== undefined || emoji !== undefined;
  const sign = hasIcon && (
    <Suspense>
      <PageIcon place={editor.place} icon={icon} emoji={emojiOf(emoji)} />
    </Suspense>
  );
  return (
    <header className={styles.header}>
      {cover && layout.cover && (
        <div className={styles.cover} data-size={layout.coverSize}>
          <Suspense fallback={<div className={styles.empty} />}>
            <CoverPicture place={editor.place} cover={cover} />
          </Suspense>
          {isEditable && (
            <button type="button" className={styles.change} onClick={() => setDialog('cover')}>
              {t('changeCover')}
            </button>
          )}
        </div>
      )}
      {isEditable && (
        <div className={styles.adders}>
          {!hasIcon && (
            <button type="button" className={styles.adder} onClick={() => void changeIcon(editor, hasIcon)}>
              <Icon name="smile" /> {t('addIcon')}
            </button>
          )}
          {!cover && (
            <button type="button" className={styles.adder} onClick={() => setDialog('cover')}>
              <Icon name="picture" /> {t('addCover')}
            </button>
          )}
        </div>
      )}
      {isEditable && sign ? (
        <button
          type="button"
          className={styles.icon}
          aria-label={t('changeIcon')}
          onClick={() => void changeIcon(editor, hasIcon)}
        >
          {sign}
        </button>
      ) : (
        sign && <span className={styles.icon}>{sign}</span>
      )}
      {isEditable ? <Fields editor={editor} page={page} /> : <Texts page={page} />}
      <Suspense>
        {hasConflicts && <FieldConflicts editor={editor} />}
        {dialog === 'cover' && (
          <CoverDialog editor={editor} page={page} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </header>
  );
}

function Texts({ page }: { page: OpenedPage['page'] }) {
  useTitle(page.title);
  return (
    <>
      <h1 className={styles.title} dir="auto">
        {page.title}
      </h1>
      {page.description !== undefined && (
        <p className={styles.description} dir="auto">
          {page.description}
        </p>
      )}
    </>
  );
}

/** The title and the description, each a field that grows with its text. */
function Fields({ editor, page }: Omit<PageHeaderProps, 'isEditable'>) {
  const fields = useSyncExternalStore(editor.subscribe, () => editor.fields);
  // Changes from elsewhere do not replace what is being typed.
  const [typed, setTyped] = useState<{ title?: string; description?: string }>({});
  const title = typed.title ?? (fields.title as string | undefined) ?? page.title;
  const saved = fields.description === undefined ? page.description : (fields.description as string | null);
  const description = typed.description ?? saved ?? '';
  useTitle(title);
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    editor.focus();
  };
  return (
    <>
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
          // An empty title restores the previous one.
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
    </>
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
      dir="auto"
      rows={1}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
    />
  );
}
