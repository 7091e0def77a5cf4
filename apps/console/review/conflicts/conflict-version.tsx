import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RequestPlace } from '../../api/change-request.ts';
import type { Conflict } from '../../api/conflicts.ts';
import { pagesQuery } from '../../api/queries.ts';
import { Icon } from '../../app/icons.tsx';
import { t } from '../../messages/messages.ts';
import { findPage } from '../../tree/pages.ts';
import '../../editor/document-styles.css';
import styles from './conflicts.module.css';
import { type ShownFile, type Side, sayFile, saySide } from './say-conflict.ts';

interface VersionProps {
  conflict: Conflict;
  side: Side;
  label: string;
  place: RequestPlace;
}

/** One of the three versions of what conflicts. */
export function ConflictVersion({ conflict, side, label, place }: VersionProps) {
  const isPosition = conflict.kind === 'page-position';
  const { data: space } = useQuery({ ...pagesQuery(place.spaceId), enabled: isPosition });
  const { data: own } = useQuery({ ...pagesQuery(place), enabled: isPosition });
  const findTitle = (pageId: string): string | undefined =>
    [own, space].map((tree) => tree && findPage(tree.pages, pageId)?.page.title).find((title) => title);
  const file = conflict.files?.[side];
  return (
    <figure className={styles.version} data-side={side}>
      <figcaption>{label}</figcaption>
      {conflict.kind === 'document' ? (
        <ConflictText html={conflict.html?.[side]} text={String(conflict[side] ?? '')} />
      ) : file ? (
        <FileVersion file={file} />
      ) : (
        <p dir="auto">{saySide(conflict, side, findTitle)}</p>
      )}
    </figure>
  );
}

/** Shows a picture, or the properties of another file. */
function FileVersion({ file }: { file: ShownFile }) {
  const { name, contentType, downloadURL, dimensions } = file;
  const isPicture = contentType.startsWith('image/');
  return (
    <>
      {isPicture && (
        <img className={styles.picture} src={downloadURL} alt={name} loading="lazy" {...dimensions} />
      )}
      <p className={styles.file}>
        {!isPicture && <Icon name="file" />}
        <a href={downloadURL} target="_blank" rel="noreferrer">
          {name}
        </a>
        <small>{sayFile(file)}</small>
      </p>
    </>
  );
}

/** A text as readers see it, or its source if it cannot be rendered. */
export function ConflictText({ html, text }: { html: string | undefined; text: string }): ReactNode {
  if (text.trim() === '') return <p className={styles.nothing}>{t('conflictNothing')}</p>;
  if (html === undefined) return <pre className={styles.source}>{text}</pre>;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the service escapes what people write.
    <div className={`document ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
