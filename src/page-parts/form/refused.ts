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

const isAbout = ({ path }: ErrorDetail, field: string): boolean =>
  path === field || path.startsWith(`${field}.`);

/** Of a field, and of what is in it: `emails.2` is about the third of the `emails`. */
export function problemOf(refused: Refused | undefined, field: string): string | undefined {
  const details = refused?.details.filter((detail) => isAbout(detail, field)) ?? [];
  if (details.length === 0) return undefined;
  return details
    .map(({ path, message }) => {
      const inside = path.slice(field.length + 1);
      if (inside === '') return sentence(message);
      // What somebody entered is told as they wrote it.
      return sentence(`${/^\d+$/.test(inside) ? `Entry ${Number(inside) + 1}` : `“${inside}”`} ${message}`);
    })
    .join(' ');
}

/** What stands above the form: what is said beside its fields is not said twice. */
export function messageOf({ message, details }: Refused, fields: ReadonlySet<string>): string {
  const isSaid =
    details.length > 0 && details.every((detail) => [...fields].some((field) => isAbout(detail, field)));
  return isSaid ? 'Correct the fields marked below.' : message;
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/\.?$/, '.');
