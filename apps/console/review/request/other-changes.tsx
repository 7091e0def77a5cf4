import type { OtherChange as Other } from '../../api/change-request.ts';
import { nameOf } from '../../app/current.ts';
import { t } from '../../messages/messages.ts';
import { AttributeRow } from '../diff/attribute-changes.tsx';
import diff from '../diff/diff.module.css';
import { sayAttribute } from '../diff/say-attribute.ts';
import styles from './changes.module.css';

/** What changed beside the pages: files, reusable contents, tags and variables. */
export function OtherChanges({ changes }: { changes: readonly Other[] }) {
  return (
    <section aria-labelledby="other-changes" className={styles.section}>
      <header className={styles.head}>
        <h2 id="other-changes" tabIndex={-1} data-change-stop="">
          {t('otherChanges')}
        </h2>
      </header>
      <ul className={styles.others}>
        {changes.map((change) => (
          <OtherChange key={keyOf(change)} change={change} />
        ))}
      </ul>
    </section>
  );
}

function keyOf(change: Other): string {
  if ('file' in change) return `${change.type} ${change.file.id}`;
  if ('reusableContent' in change) return `${change.type} ${change.reusableContent.id}`;
  return 'tag' in change ? `${change.type} ${change.tag.slug}` : change.type;
}

const DEEDS = { created: 'nameCreated', edited: 'nameEdited', deleted: 'nameDeleted' } as const;

function OtherChange({ change }: { change: Other }) {
  if (change.type === 'variables_edited')
    return (
      <li>
        {t('attributeVariables')}
        <dl className={diff.attributes}>
          {Object.entries(change.variables).map(([name, { before, after }]) => (
            <AttributeRow key={name} name={name} before={before} after={after} />
          ))}
        </dl>
      </li>
    );
  const [kind, name] =
    'file' in change
      ? [t('attributeFile'), change.file.name]
      : 'tag' in change
        ? [t('tag'), change.tag.label]
        : [t('reusableContent'), nameOf(change.reusableContent.title, t('untitled'))];
  const deed = change.type.slice(change.type.lastIndexOf('_') + 1) as keyof typeof DEEDS;
  const attributes = 'attributes' in change ? Object.entries(change.attributes) : [];
  // Ids and addresses tell a reader nothing.
  const shown = attributes.filter(([one]) => one !== 'downloadURL' && one !== 'document');
  return (
    <li>
      {kind}: {t(DEEDS[deed], { name })}
      {attributes.some(([one]) => one === 'document') && ` (${sayAttribute('document')})`}
      {shown.length > 0 && (
        <dl className={diff.attributes}>
          {shown.map(([one, { before, after }]) => (
            <AttributeRow key={one} name={one} before={before} after={after} />
          ))}
        </dl>
      )}
    </li>
  );
}
