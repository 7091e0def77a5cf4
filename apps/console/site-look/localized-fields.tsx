import { TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import { languageName } from '../sites/structure/languages.ts';
import styles from './localized-fields.module.css';

/** A text in other languages, by their codes. */
export type LocalizedTexts = Record<string, string>;

/** The texts of a field in the other languages of the site. */
export function LocalizedFields({
  name,
  label,
  value = {},
  languages,
  maxLength,
  onChange,
}: {
  /** The name of the field in errors. */
  name: string;
  /** That of the text itself. */
  label: string;
  value: LocalizedTexts | undefined;
  languages: readonly string[];
  maxLength: number;
  /** Undefined: there is no text in another language. */
  onChange(value: LocalizedTexts | undefined): void;
}) {
  const shown = [...new Set([...languages, ...Object.keys(value)])];
  if (shown.length === 0) return null;
  const change = (language: string, text: string): void => {
    const { [language]: _before, ...others } = value;
    const texts = text === '' ? others : { ...others, [language]: text };
    onChange(Object.keys(texts).length === 0 ? undefined : texts);
  };
  const count = Object.keys(value).length;
  return (
    <details className={styles.languages}>
      <summary>{t('lookInLanguages', { name: label, count, all: shown.length })}</summary>
      {shown.map((language) => (
        <TextField
          key={language}
          name={`${name}.${language}`}
          label={`${label} (${languageName(language)})`}
          lang={language}
          value={value[language] ?? ''}
          maxLength={maxLength}
          onChange={({ target }) => change(language, target.value)}
        />
      ))}
    </details>
  );
}

/** An object with the texts of a field in other languages, or without any. */
export function withTexts<Name extends string, Owner extends { [Key in Name]?: LocalizedTexts }>(
  owner: Owner,
  name: Name,
  texts: LocalizedTexts | undefined,
): Owner {
  const { [name]: _before, ...others } = owner;
  return (texts ? { ...others, [name]: texts } : others) as Owner;
}
