import type { ApiError, ErrorDetail } from '../../http/errors.ts';

/** The fields of a form as a browser sends them. */
export type Entered = Record<string, string>;

/** A form that was sent and could not be done: it is shown again as it was, and says why. */
export interface Refused {
  /** Which of the forms on the page. */
  form: string;
  entered: Entered;
  message: string;
  details: ErrorDetail[];
}

/** What people can put right, or must be told where they are: it belongs beside the form. */
const STATUSES = new Set([400, 403, 409, 412]);

export const belongsInForm = ({ status }: ApiError): boolean => STATUSES.has(status);

/** Of a field, or of what is in it: `emails.2` is about `emails`. */
export function problemOf(refused: Refused | undefined, field: string): string | undefined {
  const detail = refused?.details.find(({ path }) => path === field || path.startsWith(`${field}.`));
  return detail && `${detail.message.charAt(0).toUpperCase()}${detail.message.slice(1)}`.replace(/\.?$/, '.');
}
