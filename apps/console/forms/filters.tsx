import { type ReactNode, useEffect, useId, useState } from 'react';
import { Icon } from '../app/icons.tsx';
import { TYPING_PAUSE_MS, useSettled } from '../app/use-settled.ts';
import styles from './filters.module.css';

/** What narrows down a list, above it. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <div className={styles.filters}>{children}</div>
);

/** A field that searches while the user types. */
export function SearchFilter({ label, onChange }: { label: string; onChange(text: string): void }) {
  const [text, setText] = useState('');
  const settled = useSettled(text.trim(), TYPING_PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed counts.
  useEffect(() => {
    onChange(settled);
  }, [settled]);
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
}

/** `options`: values with their labels. */
export function SelectFilter<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [value: NoInfer<Value>, label: string])[];
  onChange(value: NoInfer<Value>): void;
}) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function CheckFilter({
  label,
  isChecked,
  onChange,
}: {
  label: string;
  isChecked: boolean;
  onChange(isChecked: boolean): void;
}) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
