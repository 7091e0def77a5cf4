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

const isAbout = ({ path }: ErrorDetail, field: string): boolean =>
  path === field || path.startsWith(`${field}.`);

/** Returns the error of a field and of its entries: `emails.2` concerns the third of the `emails`. */
export function problemOf(refused: Refused | undefined, field: string): string | undefined {
  const details = refused?.details.filter((detail) => isAbout(detail, field)) ?? [];
  if (details.length === 0) return undefined;
  return details
    .map(({ path, message }) => {
      const inside = path.slice(field.length + 1);
      if (inside === '') return sentence(message);
      // Quotes an entry as the user wrote it.
      return sentence(`${/^\d+$/.test(inside) ? `Entry ${Number(inside) + 1}` : `“${inside}”`} ${message}`);
    })
    .join(' ');
}

/** Returns the message above the form, without the errors that are shown beside fields. */
export function messageOf({ message, details }: Refused, fields: ReadonlySet<string>): string {
  const isSaid =
    details.length > 0 && details.every((detail) => [...fields].some((field) => isAbout(detail, field)));
  return isSaid ? 'Correct the fields marked below.' : message;
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/\.?$/, '.');
