import { type Html, html, type Insertion } from '@lectern/html/html';
import { assertNever } from '@lectern/markdown/assert-never';
import type {
  ChangedPageObject,
  ContentDifference,
} from '../../../domains/content/history/changes.schemas.ts';
import { nameOf } from '../../parts/name.ts';

/** The addresses of pages before and after the changes. */
export interface ChangedPageHrefs {
  before(pageId: string): string;
  after(pageId: string): string;
}

/** One change, as a sentence without a verb for who made it. */
export function renderChange(change: ContentDifference, hrefs: ChangedPageHrefs): Html {
  switch (change.type) {
    case 'page_created':
      return html`Page ${renderPage(change.page, hrefs.after)} added`;
    case 'page_edited':
      return html`Page ${renderPage(change.page, hrefs.after)} edited: ${listAttributes(change.attributes)}`;
    case 'page_moved':
      return html`Page ${renderPage(change.page, hrefs.after)} moved${renderMove(change.parent)}`;
    case 'page_deleted':
      return html`Page ${renderPage(change.page, hrefs.before)} deleted`;
    case 'file_created':
      return html`File “${change.file.name}” added`;
    case 'file_edited':
      return html`File “${change.file.name}” edited`;
    case 'file_deleted':
      return html`File “${change.file.name}” deleted`;
    case 'reusable_content_created':
      return html`Reusable content “${nameOf(change.reusableContent.title)}” added`;
    case 'reusable_content_edited':
      return html`Reusable content “${nameOf(change.reusableContent.title)}” edited: ${listAttributes(change.attributes)}`;
    case 'reusable_content_deleted':
      return html`Reusable content “${nameOf(change.reusableContent.title)}” deleted`;
    case 'variables_edited':
      return html`Variables edited: ${Object.keys(change.variables).join(', ')}`;
    case 'tag_created':
      return html`Tag “${change.tag.label}” added`;
    case 'tag_edited':
      return html`Tag “${change.tag.label}” edited`;
    case 'tag_deleted':
      return html`Tag “${change.tag.label}” deleted`;
    default:
      return assertNever(change);
  }
}

const renderPage = ({ id, title }: ChangedPageObject, hrefOf: (pageId: string) => string): Html =>
  html`<a href="${hrefOf(id)}">${nameOf(title)}</a>`;

function renderMove({ before, after }: { before?: ChangedPageObject; after?: ChangedPageObject }): Insertion {
  if (before?.id === after?.id)
    return after ? html` within “${nameOf(after.title)}”` : ' within the top level';
  return ` from ${nameOfParent(before)} to ${nameOfParent(after)}`;
}

const nameOfParent = (parent: ChangedPageObject | undefined): string =>
  parent === undefined ? 'the top level' : `“${nameOf(parent.title)}”`;

const ATTRIBUTE_LABELS: Record<string, string> = {
  document: 'content',
  linkTitle: 'link title',
  noIndex: 'listing in the search',
  noRobotsIndex: 'listing by search engines',
  hidden: 'visibility',
};

const listAttributes = (attributes: object): string =>
  Object.keys(attributes)
    .map((name) => ATTRIBUTE_LABELS[name] ?? name)
    .join(', ');
