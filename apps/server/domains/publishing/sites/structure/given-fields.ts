import type { LocalizedTexts } from '../site-structure.ts';

/** The fields that a body gives, by the names of an entry: absent ones stay as they are. */
export function givenFields<Fields extends object>(
  fields: {
    [Name in keyof Fields]: Fields[Name] | undefined;
  },
): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}

/** No texts at all are the same as null. */
export const textsOf = <Texts extends LocalizedTexts | null | undefined>(texts: Texts) =>
  texts && Object.keys(texts).length === 0 ? null : texts;
