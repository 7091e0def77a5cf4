import { useEffect, useRef } from 'react';
import styles from './page-tree.module.css';

/** The field in which a page of the tree gets its title. Enter keeps it, Escape does not. */
export function TitleField({
  label,
  title,
  placeholder,
  onDone,
}: {
  label: string;
  title: string;
  placeholder?: string;
  /** Undefined: there is no new title. */
  onDone: (title: string | undefined) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);
  const finish = (isKept: boolean): void => {
    if (isDone.current) return;
    isDone.current = true;
    const text = field.current?.value.trim();
    onDone(isKept && text ? text : undefined);
  };
  return (
    <input
      ref={field}
      aria-label={label}
      defaultValue={title}
      placeholder={placeholder}
      maxLength={500}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: it appears because the user wants to write here.
      autoFocus
      className={styles.field}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        // Enter and Escape also end the composition of Chinese, Japanese and Korean characters.
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(true);
        else if (event.key === 'Escape') finish(false);
      }}
    />
  );
}
