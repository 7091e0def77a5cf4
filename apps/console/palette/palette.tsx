import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { explain } from '../api/explain.ts';
import { Icon } from '../app/icons.tsx';
import { PageSign } from '../app/page-sign.tsx';
import { t } from '../messages/messages.ts';
import { markMatches } from './match.ts';
import styles from './palette.module.css';
import { type Result, useResults } from './results.ts';

/** The dialog with which everything is found: pages, spaces and commands. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={t('paletteTitle')} className={styles.dialog ?? ''}>
          <PaletteContent onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteContent({ onClose }: { onClose: () => void }) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string>();
  const { groups, isSearching, error } = useResults(query);
  const results = groups.flatMap((group) => group.results);
  const active = results.find(({ key }) => key === activeKey) ?? results[0];
  const idOf = (result: Result): string => `${listId}${result.key.replaceAll(' ', '-')}`;
  const choose = (result: Result | undefined): void => {
    if (!result) return;
    onClose();
    result.run();
  };
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and the arrows belong to the composition of Chinese, Japanese and Korean characters.
    if (event.nativeEvent.isComposing) return;
    const at = active ? results.indexOf(active) : -1;
    const go = (index: number): void => setActiveKey(results[(index + results.length) % results.length]?.key);
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Enter') choose(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.head}>
        <Icon name="search" size={18} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to write here.
          autoFocus
          role="combobox"
          aria-label={t('paletteField')}
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && idOf(active)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('paletteHint')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActiveKey(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <span className={styles.keys} aria-hidden="true">
            Esc
          </span>
          <span className="visually-hidden">{t('close')}</span>
        </button>
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={t('results')} className={styles.list}>
        {groups.map(({ title, results: some }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a list box.
          <div key={title} role="group" aria-label={title}>
            <div className={styles.group} aria-hidden="true">
              {title}
            </div>
            {some.map((result) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and refers to the active option.
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same.
              <div
                key={result.key}
                id={idOf(result)}
                role="option"
                aria-selected={result === active}
                className={styles.option}
                onPointerMove={() => setActiveKey(result.key)}
                onClick={() => choose(result)}
              >
                <ResultLine result={result} query={query} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={styles.note}>
        {error
          ? explain(error)
          : results.length === 0 && (isSearching ? t('searching') : t('nothingFound', { query }))}
      </p>
    </>
  );
}

function ResultLine({
  result: { title, detail, icon, emoji, page, keys },
  query,
}: {
  result: Result;
  query: string;
}) {
  return (
    <>
      <span className={styles.icon} aria-hidden="true">
        {emoji ?? (page ? <PageSign {...page} plain={icon} /> : <Icon name={icon} />)}
      </span>
      <span className={styles.text}>
        <span className={styles.title}>
          <Marked text={title} query={query} />
        </span>
        {detail !== undefined && (
          <span className={styles.detail}>
            <Marked text={detail} query={query} />
          </span>
        )}
      </span>
      {keys !== undefined && <kbd>{keys}</kbd>}
    </>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  if (query.trim() === '') return text;
  return markMatches(text, query).map(({ text: piece, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other names.
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  );
}
