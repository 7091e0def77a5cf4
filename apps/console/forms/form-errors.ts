import { ApiError } from '@lectern/client/api-error';
import { createContext, useContext } from 'react';
import { explainField } from '../api/refusals.ts';

/** What the service refuses, by the name of the field. */
export type FieldErrors = ReadonlyMap<string, string>;

const NONE: FieldErrors = new Map();

export const FormErrors = createContext<FieldErrors>(NONE);

export function useFieldError(name: string | undefined): string | undefined {
  const errors = useContext(FormErrors);
  return name === undefined ? undefined : errors.get(name);
}

/** The errors of a response by each part of their path, for example `title` of `body/title` or `sections.0.title`. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return NONE;
  return new Map(
    error.details.flatMap(({ path, message }) =>
      path.split(/[./]/).map((name) => [name, explainField(message)]),
    ),
  );
}
