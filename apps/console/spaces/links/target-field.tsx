import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type LinkTarget, type Ref, targetOf } from '../../editor/links/link-target.ts';
import { t } from '../../messages/messages.ts';
import { findTargets } from '../../page/find-link-targets.ts';
import styles from './links.module.css';

/** How long nobody has to type before the service is asked. */
const PAUSE_MS = 150;

export interface ChosenTarget {
  /** As it is written in Markdown. */
  target: string;
  title: string;
}

/** A field for the target of links: searches pages, headings and files, and takes addresses and paths as they are. */
export function TargetField({
  spaceId,
  start,
  onChoose,
}: {
  spaceId: string;
  /** The first search. */
  start: string;
  /** Undefined: nothing is chosen. */
  onChoose: (chosen: ChosenTarget | undefined) => void;
}) {
  const [query, setQuery] = useState(start);
  const [found, setFound] = useState<LinkTarget[]>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const id = useId();
  const asked = useRef('');
  useEffect(() => {
    asked.current = query;
    const timer = setTimeout(() => {
      findTargets({ spaceId }, query.trim()).then(
        (targets) => {
          if (asked.current !== query) return;
          setFound(targets.filter(({ ref }) => targetOf(ref as Ref) !== undefined));
          setActive(0);
        },
        () => setFound([]),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [spaceId, query]);
  const choose = ({ title, ref }: LinkTarget): void => {
    const target = targetOf(ref as Ref);
    if (target === undefined) return;
    setQuery(title);
    setOpen(false);
    onChoose({ target, title });
  };
  const offered = found ?? [];
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (offered.length > 0) setActive((active + step + offered.length) % offered.length);
    } else if (event.key === 'Enter' && isOpen && offered[active]) {
      event.preventDefault();
      choose(offered[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className={styles.target}>
      <label htmlFor={id}>{t('repairTarget')}</label>
      <input
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-describedby={`${id}-hint`}
        aria-activedescendant={isOpen && offered.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setOpen(true);
          onChoose(undefined);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <small id={`${id}-hint`}>{t('repairTargetHint')}</small>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('repairSuggestions')}
        className={styles.suggestions}
        hidden={!isOpen || !found || query.trim() === ''}
      >
        {offered.map((target, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: see above.
          <div
            key={JSON.stringify(target.ref)}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(target)}
          >
            <span>{target.title}</span>
            {target.detail !== '' && <small>{target.detail}</small>}
          </div>
        ))}
        {found?.length === 0 && <p>{t('repairNoSuggestion')}</p>}
      </div>
    </div>
  );
}
