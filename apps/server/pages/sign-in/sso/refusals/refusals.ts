import type { Reason, SignOnRefusal } from '../../../../domains/access/sign-on/refusal.ts';
import { german } from './de.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { japanese } from './ja.ts';

/** The reasons for refusing a sign-in, by language. The refusal itself is in English. */
export const REFUSALS: Readonly<Record<string, Record<Reason, string>>> = {
  de: german,
  es: spanish,
  fr: french,
  ja: japanese,
};

/** Why a sign-in was refused, in the language of the reader. */
export const explainRefusal = ({ reason, message }: SignOnRefusal, language: string): string =>
  REFUSALS[language]?.[reason] ?? message;
