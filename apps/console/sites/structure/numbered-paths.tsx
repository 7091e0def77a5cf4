import { Button } from '../../app/button.tsx';
import { t } from '../../messages/messages.ts';
import type { SiteKey, SiteStructure } from '../site-queries.ts';
import { change } from './change-structure.ts';
import styles from './numbered-paths.module.css';
import { findPlainPath, listSections } from './parts.ts';
import { setPath } from './update-part.ts';

/** Offers to take the numbers from paths of sections that have them only because their titles were once taken. */
export function NumberedPaths({ siteKey, structure }: { siteKey: SiteKey; structure: SiteStructure }) {
  const found = listSections(structure).flatMap((section) => {
    const plain = findPlainPath(structure, section);
    return plain === undefined ? [] : [{ section, plain }];
  });
  if (found.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('siteNumberedPaths')}>
      {found.map(({ section, plain }) => (
        <li key={section.id}>
          <p>{t('siteNumberedPath', { title: section.title, path: section.path, plain })}</p>
          <Button
            aria-label={t('siteTakePlainPathOf', { title: section.title, plain })}
            onClick={() =>
              void change(
                siteKey,
                () => setPath(siteKey, section, plain),
                t('siteChanged', { title: section.title }),
              )
            }
          >
            {t('siteTakePlainPath')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
