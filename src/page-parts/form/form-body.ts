import { Type } from 'typebox';
import type { Entered } from './refused.ts';

/** Of every form: what its fields may hold is for what they ask for to say. */
export const FormBody = Type.Record(Type.String(), Type.String());

/** An empty field says nothing. */
export const filled = (entered: Entered, name: string): string | undefined => {
  const text = entered[name]?.trim() ?? '';
  return text === '' ? undefined : text;
};

/** What stands on each line, or between commas. */
export const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
