import { defineNotFound } from '../../platform/http/errors.ts';

export const revisionNotFound = defineNotFound('revision-not-found', 'revision');
export const pageNotFound = defineNotFound('page-not-found', 'page');
export const fileNotFound = defineNotFound('file-not-found', 'file');
export const reusableContentNotFound = defineNotFound('reusable-content-not-found', 'reusable content');
export const documentNotFound = defineNotFound('document-not-found', 'document');
export const blockNotFound = defineNotFound('block-not-found', 'block');
