import { type ApiError, invalidField } from '../../../platform/http/errors.ts';

const noPlace = (): ApiError =>
  invalidField('place', 'must be the address of the page of a space or a collection');

const PAGE = /\/app\/(?<kind>s|c)\/(?<id>[0-9a-f-]{36})(?:[/?#]|$)/;

/** Reads the space or collection from the copied address of its page; nothing for an empty field. */
export function readPlace(text: string | undefined): { space?: string; collection?: string } {
  if (text === undefined) return {};
  const found = PAGE.exec(text)?.groups;
  if (!found?.id) throw noPlace();
  return found.kind === 's' ? { space: found.id } : { collection: found.id };
}
