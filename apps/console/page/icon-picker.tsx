import emojis from 'markdown-it-emoji/lib/data/full.mjs';
import { useState } from 'react';
import { Dialog } from '../app/dialog.tsx';
import { t } from '../messages/messages.ts';
import { PageIcon } from './drawn.tsx';
import { ICON_NAMES } from './icon-names.ts';
import styles from './icon-picker.module.css';
import type { OpenEditor } from './open-editor.ts';

const MOST = 112;
const MOST_ICONS = 48;

/** An emoji as the format has it: its code points. */
const codeOf = (emoji: string): string =>
  [...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-');

interface IconPickerProps {
  editor: OpenEditor;
  onClose(): void;
}

/** A dialog with emoji and icons, found by their names. */
export function IconPicker({ editor, onClose }: IconPickerProps) {
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase().replace(/\s+/g, '_');
  const found = Object.entries(emojis as Record<string, string>)
    .filter(([name]) => name.includes(wanted))
    .filter(([, emoji], index, all) => all.findIndex(([, other]) => other === emoji) === index)
    .slice(0, MOST);
  const name = wanted.replaceAll('_', '-');
  const icons = ICON_NAMES.filter((icon) => icon.includes(name)).slice(0, MOST_ICONS);
  const other = /^[a-z0-9-]{2,50}$/.test(name) && !icons.includes(name) ? [name] : [];
  const choose = (fields: { emoji: string | null; icon: string | null }): void => {
    editor.setFields(fields);
    onClose();
  };
  return (
    <Dialog title={t('changeIcon')} onClose={onClose}>
      <div className={styles.picker}>
        <input
          autoFocus
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('searchIconsAndEmoji')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <h3>{t('icon')}</h3>
        <div className={styles.grid}>
          {[...other, ...icons].map((icon) => (
            <button
              key={icon}
              type="button"
              title={icon}
              aria-label={icon}
              onClick={() => choose({ icon, emoji: null })}
            >
              <PageIcon place={editor.place} icon={icon} />
            </button>
          ))}
        </div>
        <h3>{t('emoji')}</h3>
        <div className={styles.grid}>
          {found.map(([name, emoji]) => (
            <button
              key={name}
              type="button"
              title={name}
              aria-label={name.replaceAll('_', ' ')}
              onClick={() => choose({ emoji: codeOf(emoji), icon: null })}
            >
              {emoji}
            </button>
          ))}
        </div>
        <button type="button" className={styles.remove} onClick={() => choose({ emoji: null, icon: null })}>
          {t('removeIcon')}
        </button>
      </div>
    </Dialog>
  );
}
