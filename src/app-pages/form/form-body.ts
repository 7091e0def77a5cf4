import { Type } from 'typebox';
import type { Entered } from './refused.ts';

/** Of every form: what its fields may hold is for what they ask for to say. */
export const FormBody = Type.Record(Type.String(), Type.String());

/** An empty field says nothing. */
export const filled = (entered: Entered, name: string): string | undefined => {
  const text = entered[name]?.trim() ?? '';
  return text === '' ? undefined : text;
};
