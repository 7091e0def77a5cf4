import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './fields.module.css';
import { useFieldError } from './form-errors.ts';

interface FieldProps {
  /** What the service calls the field; undefined for one that is not sent. */
  name?: string;
  label: string;
  hint?: ReactNode;
}

/** What a control needs to be bound to its label, its hint and its error. */
interface Control {
  id: string;
  name?: string;
  className: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** What the service says about a field begins with a verb, as in “must begin with a slash”. */
const asSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

/** A control with its label, its hint and its error. */
export function Field({
  name,
  label,
  hint,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const error = useFieldError(name);
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(name === undefined ? {} : { name }),
        className: styles.control ?? '',
        ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <small id={`${id}-hint`} className={styles.hint}>
          {hint}
        </small>
      )}
      {error !== undefined && (
        <small id={`${id}-error`} className={styles.error}>
          {asSentence(error)}
        </small>
      )}
    </div>
  );
}

export const TextField = ({
  name,
  label,
  hint,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, keyof Control>) => (
  <Field name={name} label={label} hint={hint}>
    {(control) => <input autoComplete="off" {...rest} {...control} />}
  </Field>
);

export const TextAreaField = ({
  name,
  label,
  hint,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, keyof Control>) => (
  <Field name={name} label={label} hint={hint}>
    {(control) => <textarea rows={4} {...rest} {...control} />}
  </Field>
);

/** `options`: values with their labels. `children`: options before them. */
export const SelectField = ({
  name,
  label,
  hint,
  options = [],
  children,
  ...rest
}: FieldProps & {
  options?: readonly (readonly [value: string, label: string])[];
} & Omit<ComponentProps<'select'>, keyof Control>) => (
  <Field name={name} label={label} hint={hint}>
    {(control) => (
      <select {...rest} {...control}>
        {children}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

export function CheckField({
  name,
  label,
  hint,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, keyof Control | 'type'>) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        type="checkbox"
        {...rest}
        id={id}
        name={name}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <small id={`${id}-hint`} className={styles.hint}>
          {hint}
        </small>
      )}
    </div>
  );
}

/** One of a few choices that need a sentence each. */
export function ChoiceField({
  name,
  label,
  choices,
  value,
  onChange,
}: {
  name: string;
  label: string;
  choices: readonly { value: string; label: string; hint?: string; isDisabled?: boolean }[];
  value: string;
  onChange(value: string): void;
}) {
  const id = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {choices.map(({ value: own, label: text, hint, isDisabled }) => (
        <label key={own} className={styles.choice} data-chosen={own === value}>
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            disabled={isDisabled}
            aria-label={text}
            aria-describedby={hint === undefined ? undefined : `${id}-${own}`}
            onChange={() => onChange(own)}
          />
          <span>
            <strong>{text}</strong>
            {hint !== undefined && <small id={`${id}-${own}`}>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
