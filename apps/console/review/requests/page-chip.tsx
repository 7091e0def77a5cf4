import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pagesQuery } from '../../api/queries.ts';
import { IconButton } from '../../app/button.tsx';
import { nameOf } from '../../app/current.ts';
import { t } from '../../messages/messages.ts';
import { findPage } from '../../tree/pages.ts';
import styles from './requests.module.css';

/** The page that the listed change requests change. */
export function PageChip({
  spaceId,
  pageId,
  onRemove,
}: {
  spaceId: string;
  pageId: string;
  onRemove: () => void;
}) {
  const { data: tree } = useQuery({ ...pagesQuery(spaceId), enabled: spaceId !== '' });
  const page = tree && findPage(tree.pages, pageId)?.page;
  const title = page ? nameOf(page.title, t('untitled')) : t('deletedPage');
  return (
    <span className={styles.chip}>
      {page ? (
        <Link to="/s/$spaceId/$pageId" params={{ spaceId, pageId }}>
          {t('changesPage', { title })}
        </Link>
      ) : (
        <span>{t('changesPage', { title: tree ? title : '…' })}</span>
      )}
      <IconButton icon="close" label={t('removePageFilter', { title })} onClick={onRemove} />
    </span>
  );
}
