import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Field } from './fields.tsx';
import styles from './suggest-field.module.css';

/** Something that a field offers. */
export interface Suggestion {
  key: string;
  label: string;
  detail?: string | undefined;
}

/** A text field that offers what was found for the text. What is typed can also stand as it is. */
export function SuggestField<Found extends Suggestion>({
  name,
  label,
  hint,
  value,
  suggestions,
  list,
  none,
  onType,
  onChoose,
  onLeave,
  ...rest
}: {
  name: string;
  label: string;
  hint?: ReactNode;
  value: string;
  /** Undefined while nothing is known. */
  suggestions: readonly Found[] | undefined;
  /** The name of the list. */
  list: string;
  /** What is said if nothing was found. */
  none?: string | undefined;
  onType(text: string): void;
  onChoose(found: Found): void;
  onLeave?(): void;
  required?: boolean;
  placeholder?: string;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number>();
  const offered = suggestions ?? [];
  const current = active === undefined ? undefined : offered[active];
  const isShown = isOpen && (offered.length > 0 || (suggestions !== undefined && none !== undefined));
  const close = (): void => {
    setOpen(false);
    setActive(undefined);
  };
  const choose = (found: Found): void => {
    close();
    onChoose(found);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      const from = active ?? (step > 0 ? -1 : 0);
      if (offered.length > 0) setActive((from + step + offered.length) % offered.length);
    } else if (event.key === 'Enter' && isShown && current) {
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape' && isShown) {
      // It closes the list, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return (
    <Field name={name} label={label} hint={hint}>
      {(control) => (
        <div className={styles.place}>
          <input
            {...rest}
            {...control}
            role="combobox"
            aria-expanded={isShown}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isShown && current ? `${id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ currentTarget }) => {
              setOpen(true);
              setActive(undefined);
              onType(currentTarget.value);
            }}
            onFocus={() => setOpen(true)}
            onBlur={() => {
              close();
              onLeave?.();
            }}
            onKeyDown={press}
          />
          <div id={`${id}-list`} role="listbox" aria-label={list} className={styles.list} hidden={!isShown}>
            {offered.map((found, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
              // biome-ignore lint/a11y/useFocusableInteractive: see above.
              <div
                key={found.key}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(found)}
              >
                <span>{found.label}</span>
                {found.detail !== undefined && <small>{found.detail}</small>}
              </div>
            ))}
            {offered.length === 0 && none !== undefined && <p>{none}</p>}
          </div>
        </div>
      )}
    </Field>
  );
}
