import { ApiError } from '@lectern/client/api-error';
import { createContext, useContext } from 'react';

/** What the service refuses, by the name of the field. */
export type FieldErrors = ReadonlyMap<string, string>;

const NONE: FieldErrors = new Map();

export const FormErrors = createContext<FieldErrors>(NONE);

export const useFieldError = (name: string): string | undefined => useContext(FormErrors).get(name);

/** The errors of an answer by the last part of their path, for example `title` of `body/title`. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return NONE;
  return new Map(
    error.details.flatMap(({ path, message }) => {
      const name = path.split('/').at(-1);
      return name ? [[name, message]] : [];
    }),
  );
}
