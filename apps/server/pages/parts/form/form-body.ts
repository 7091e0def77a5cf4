import { Type } from 'typebox';
import type { Entered } from './refused.ts';

/** The schema of every form; the corresponding API call checks the fields. */
export const FormBody = Type.Record(Type.String(), Type.String());

/** Treats an empty field as absent. */
export const filled = (entered: Entered, name: string): string | undefined => {
  const text = entered[name]?.trim() ?? '';
  return text === '' ? undefined : text;
};
