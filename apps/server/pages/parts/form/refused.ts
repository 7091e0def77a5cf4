import type { ApiError, ErrorDetail } from '../../../platform/http/errors.ts';

/** The fields of a form as a browser sends them. */
export type Entered = Record<string, string>;

/** A form that was sent and refused: it is shown again with its values and the reason. */
export interface Refused {
  /** The name of the form on the page. */
  form: string;
  entered: Entered;
  message: string;
  details: ErrorDetail[];
}

/** The statuses of errors that the user can correct, or must see beside the form. */
const STATUSES = new Set([400, 403, 409, 412]);

export const belongsInForm = ({ status }: ApiError): boolean => STATUSES.has(status);
