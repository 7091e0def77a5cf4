import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { PageEntry } from '@lectern/content/tree/entries';
import type { Picture, References } from '@lectern/render/references';
import type { RevisionView } from '../server/content/revisions/revision-view.ts';
import type { Customization } from '../server/domains/publishing/site-settings/customization/customization.schemas.ts';
import { nameOf } from '../server/pages/parts/name.ts';
import type { PageContent } from './build-page-data.ts';
import { describeContributors } from './describe-contributors.ts';
import { namedCanonicalUrl } from './machines/canonical-url.ts';
import { knownLanguage } from './messages/known-language.ts';
import { findOnlyOperation } from './page-operations.ts';
import type { Cover, PageActions } from './pages/page-data.ts';
import type { PublishedSpace } from './published-space.ts';
import type { VisiblePage } from './visible-page.ts';

type PublishedDocument = Extract<PageEntry, { type: 'document' }>;

interface ContentOptions {
  page: VisiblePage & { entry: PublishedDocument };
  place: PublishedSpace;
  view: Pick<RevisionView, 'snapshot'>;
  references: References;
  customization: Pick<Customization, 'pageActions'>;
  language: string;
  notice: PageContent['notice'];
  /** The names of the contributors. */
  contributors: readonly string[];
  /** The public address of the page; undefined if the site is not public. */
  publicUrl: string | undefined;
}

/** Builds the content of a page beside its text. */
export function buildPageContent(options: ContentOptions): Omit<PageContent, 'outline' | 'meta'> {
  const { page, language, notice, contributors, publicUrl } = options;
  const { entry, settings } = page;
  const layout = settings?.layout;
  return {
    title: nameOf(entry.title),
    emoji: entry.emoji,
    icon: settings?.icon,
    description: layout?.description === false ? undefined : settings?.description,
    canonicalUrl: namedCanonicalUrl(page) ?? publicUrl,
    isIndexed: publicUrl !== undefined && settings?.noRobotsIndex !== true,
    layout: {
      // The heading of an operation is its title.
      hasTitle: layout?.title !== false && !findOnlyOperation(page),
      hasNavigation: layout?.tableOfContents !== false,
      isWide: layout?.width === 'wide',
    },
    cover: layout?.cover === true ? findCover(options) : undefined,
    actions: layout?.actions === false ? undefined : listActions(options),
    notice,
    updatedAt: layout?.metadata === false ? undefined : describeDate(entry.updatedAt, language),
    contributors: layout?.metadata === false ? undefined : describeContributors(contributors, language),
  };
}

function findCover({ page, view, references }: ContentOptions): Cover | undefined {
  const { settings, entry } = page;
  const cover = settings?.cover;
  if (!cover) return undefined;
  const find = (written: string | undefined): Picture | undefined => {
    const target = written === undefined ? undefined : resolveTarget(view.snapshot, entry.git?.path, written);
    return target && references.findPicture(target);
  };
  const light = find(cover.light);
  return (
    light && {
      light,
      dark: find(cover.dark),
      isFull: settings.layout.coverSize === 'full',
      yPos: cover.yPos,
      height: cover.height,
    }
  );
}

function listActions({
  page: { entry },
  place,
  view,
  customization,
  publicUrl,
}: ContentOptions): PageActions | undefined {
  const items = new Set(customization.pageActions.items);
  const { treeUrl } = view.snapshot.settings.repository ?? {};
  const markdownHref = place.markdownHref(entry.id);
  const actions = {
    markdownHref: items.has('markdown') ? markdownHref : undefined,
    assistants:
      items.has('external-ai') && publicUrl !== undefined
        ? listAssistants(new URL(markdownHref, publicUrl).href)
        : [],
    editHref: items.has('git') && treeUrl !== undefined && entry.git ? treeUrl + entry.git.path : undefined,
    canPrint: items.has('pdf'),
  };
  const isEmpty =
    actions.markdownHref === undefined &&
    actions.assistants.length === 0 &&
    actions.editHref === undefined &&
    !actions.canPrint;
  return isEmpty ? undefined : actions;
}

function listAssistants(markdownUrl: string): PageActions['assistants'] {
  const question = encodeURIComponent(`Read ${markdownUrl} so that I can ask questions about it.`);
  return [
    { name: 'ChatGPT', href: `https://chatgpt.com/?q=${question}` },
    { name: 'Claude', href: `https://claude.ai/new?q=${question}` },
  ];
}

const formats = new Map<string, Intl.DateTimeFormat>();

function describeDate(exact: string, language: string): PageContent['updatedAt'] {
  const format = formats.get(language) ?? createDateFormat(language);
  formats.set(language, format);
  return { exact, shown: format.format(new Date(exact)) };
}

const createDateFormat = (language: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(knownLanguage(language), { dateStyle: 'long', timeZone: 'UTC' });
