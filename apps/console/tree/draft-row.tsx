import { type CSSProperties, useState } from 'react';
import { Icon } from '../app/icons.tsx';
import { t } from '../messages/messages.ts';
import type { TreeActions } from './actions.ts';
import { draft } from './drafts.ts';
import { indentOf } from './geometry.ts';
import styles from './page-tree.module.css';
import type { DraftRow } from './rows.ts';
import { TitleField } from './title-field.tsx';

const TEXTS = {
  document: { label: 'titleOfNewPage', icon: 'page' },
  group: { label: 'titleOfNewGroup', icon: 'group' },
  link: { label: 'titleOfNewLink', icon: 'link' },
} as const;

/** The row in which a new page gets its title; a link also gets its address. */
export function DraftTreeRow({
  row: { draft: page, level },
  style,
  actions,
  onDone,
}: {
  row: DraftRow;
  style: CSSProperties;
  actions: TreeActions;
  onDone: () => void;
}) {
  const [linkTitle, setLinkTitle] = useState<string>();
  const { label, icon } = TEXTS[page.type];
  const finish = (title: string | undefined, target?: string): void => {
    onDone();
    if (title === undefined) draft.set(undefined);
    else void actions.create(page, title, target);
  };
  return (
    <div role="presentation" className={styles.row} style={style}>
      <span className={styles.indent} style={{ width: indentOf(level) }} />
      <span className={styles.space} />
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      {linkTitle === undefined ? (
        <TitleField
          label={t(label)}
          title=""
          placeholder={t(label)}
          onDone={(title) => {
            if (page.type === 'link' && title !== undefined) setLinkTitle(title);
            else finish(title);
          }}
        />
      ) : (
        <TitleField
          key="target"
          label={t('addressOf', { title: linkTitle })}
          title="https://"
          onDone={(target) => finish(target === undefined ? undefined : linkTitle, target)}
        />
      )}
    </div>
  );
}
