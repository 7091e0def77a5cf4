import { assertNever } from '../assert-never.ts';
import type { ContentRef } from '../content-ref.ts';

/** Returns the written form of a reference: its raw target if it is unresolved, otherwise its stable form by id. */
export function targetOf(reference: ContentRef | undefined): string {
  if (!reference) return '';
  switch (reference.kind) {
    case 'url':
      return reference.url;
    case 'openapi':
      return reference.spec;
    case 'page':
      return `${inSpace(reference.space)}/pages/${reference.page}`;
    case 'anchor':
      return `${reference.page ? `${inSpace(reference.space)}/pages/${reference.page}` : ''}#${reference.anchor}`;
    case 'file':
      return `${inSpace(reference.space)}/files/${reference.file}`;
    case 'space':
      return `/spaces/${reference.space}`;
    case 'user':
      return `/users/${reference.user}`;
    case 'tag':
      return `${inSpace(reference.space)}/tags/${reference.tag}`;
    case 'collection':
      return `/collections/${reference.collection}`;
    case 'reusable-content':
      return `${inSpace(reference.space)}/reusable-contents/${reference.reusableContent}`;
    default:
      return assertNever(reference);
  }
}

const inSpace = (space: string | undefined): string => (space === undefined ? '' : `/spaces/${space}`);
