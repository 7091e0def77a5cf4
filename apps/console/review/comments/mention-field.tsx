import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { membersQuery } from '../../api/comments.ts';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { useComments } from './context.ts';
import { mentionAt } from './mentions.ts';

interface MentionFieldProps {
  label: string;
  placeholder: string;
  text: string;
  describedBy: string;
  /** Whether it takes the focus when it appears. */
  hasFocus: boolean;
  onChange(text: string): void;
  /** A member was chosen, whose name is in the text now. */
  onMention(text: string, name: string, userId: string): void;
}

/** A field for Markdown, which suggests members after an `@`. */
export function MentionField({
  label,
  placeholder,
  text,
  describedBy,
  hasFocus,
  onChange,
  onMention,
}: MentionFieldProps) {
  const { organizationId } = useComments();
  const field = useRef<HTMLTextAreaElement>(null);
  const [mention, setMention] = useState<{ start: number; query: string }>();
  const [current, setCurrent] = useState(0);
  const id = useId();
  const { data: found = [] } = useQuery({
    ...membersQuery(organizationId, mention?.query ?? ''),
    enabled: mention !== undefined && organizationId !== '',
    placeholderData: (before) => before,
    // Guests may not list members.
    retry: false,
  });
  const choices = mention ? found.filter(({ user }) => user.displayName !== '') : [];
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  // It is as high as its text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text.
  useLayoutEffect(() => {
    const { current: area } = field;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight + 2, 320)}px`;
  }, [text]);
  const look = (): void => {
    const { current: area } = field;
    if (!area) return;
    const next = mentionAt(area.value, area.selectionStart);
    if (next?.query !== mention?.query) setCurrent(0);
    setMention(next);
  };
  const choose = (index: number): void => {
    const { current: area } = field;
    const user = choices[index]?.user;
    if (!area || !mention || !user) return;
    const end = area.selectionStart;
    const name = user.displayName;
    const before = `${text.slice(0, mention.start)}@${name} `;
    onMention(before + text.slice(end).replace(/^ /, ''), name, user.id);
    setMention(undefined);
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(before.length, before.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (choices.length === 0 || event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setCurrent((current + step + choices.length) % choices.length);
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
      choose(current);
    else if (event.key === 'Escape') setMention(undefined);
    else return;
    event.preventDefault();
  };
  const isOpen = choices.length > 0;
  return (
    <div className={styles.field}>
      <textarea
        ref={field}
        rows={2}
        value={text}
        maxLength={20_000}
        aria-label={label}
        placeholder={placeholder}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${current}` : undefined}
        onChange={({ target }) => {
          onChange(target.value);
          look();
        }}
        onSelect={look}
        onBlur={() => setMention(undefined)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={t('mentionMembers')} className={styles.members}>
          {choices.map(({ user }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
            <div
              key={user.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(index)}
            >
              <span>{user.displayName}</span>
              {user.email !== undefined && <small>{user.email}</small>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
