/**
 * A value in a filter (RFC 4515, section 3). Everything that a filter could read as its own syntax is written as the
 * code of its bytes.
 */
export const escapeFilterValue = (value: string): string =>
  value.replaceAll(
    /[\\*()&|!=<>~/\p{Cc}]/gu,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/** A value in a distinguished name (RFC 4514, section 2.4). */
export const escapeDnValue = (value: string): string =>
  value.replaceAll(
    /[\\",+;<>=#/\p{Cc}]|^ | $/gu,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/** Puts values into the places of a template, such as `{user}`. They are never read as places themselves. */
export const fillTemplate = (
  template: string,
  values: Readonly<Record<string, string>>,
  escapeValue: (value: string) => string,
): string =>
  template.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? escapeValue(values[name] as string) : place,
  );
