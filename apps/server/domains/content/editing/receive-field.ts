import type { JSONDocument } from '@lectern/markdown/document';
import { DocumentFault } from '@lectern/markdown/receive/checks';
import { receiveDocument } from '@lectern/markdown/receive/receive-document';
import { type ApiError, invalidField } from '../../../platform/http/errors.ts';

/** Receives a document from a field of a request. A fault is a 400 that names its place. */
export function receiveField(value: unknown, path: string): JSONDocument {
  try {
    return receiveDocument(value);
  } catch (error) {
    throw error instanceof DocumentFault ? faultOfField(error, path) : error;
  }
}

export const faultOfField = (
  { place, issue }: Pick<DocumentFault, 'place' | 'issue'>,
  path: string,
): ApiError => invalidField([path, place].filter(Boolean).join('.'), issue);
