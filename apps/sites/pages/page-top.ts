import { type Html, html, type Insertion } from '@lectern/html/html';
import { classes } from '@lectern/render/classes';
import type { Picture } from '@lectern/render/references';
import { type Slot, sourceSet, TEXT_SLOT } from '@lectern/render/source-set';
import { fillMessage } from '../messages/messages.ts';
import { renderNamedIcon } from './named-icon.ts';
import type { Cover, Crumb, PageActions, PageData } from './page-data.ts';
import { COPY_SYMBOL, DOWN_SYMBOL } from './symbols.ts';

/** Renders everything above the text of a page. */
export const renderPageTop = (page: PageData): Html => {
  const { title, emoji, icon, description, layout, cover } = page;
  const crumbs = renderCrumbs(page);
  const actions = page.actions && renderActions(page.actions, page.messages);
  return html`${cover?.isFull && renderCover(cover)}${(crumbs || actions) && html`<div class="page-top">${crumbs}${actions}</div>\n`}<article class="document">
${cover && !cover.isFull && renderCover(cover)}${
  layout.hasTitle
    ? html`<h1>${emoji !== undefined && html`<span class="emoji" aria-hidden="true">${emoji}</span> `}${renderNamedIcon(page, icon)}${title}</h1>\n`
    : html`<h1 class="unseen">${title}</h1>\n`
}${description !== undefined && html`<p class="lead">${description}</p>\n`}${renderNotice(page)}`;
};

const renderNotice = ({ notice, messages }: PageData): Insertion =>
  notice &&
  html`<p class="translated">${messages[NOTICES[notice.kind]]}${notice.href !== undefined && html` <a href="${notice.href}">${messages.readOriginal}</a>`}</p>\n`;

const NOTICES = {
  missing: 'translationMissing',
  behind: 'translationBehind',
  machine: 'translatedByMachine',
} as const;

const renderCrumbs = ({ crumbs, messages }: PageData): Insertion =>
  crumbs.length > 0 &&
  html`<nav class="crumbs" aria-label="${messages.breadcrumb}"><ol>${crumbs.map(renderCrumb)}</ol></nav>`;

const renderCrumb = ({ title, href }: Crumb): Html =>
  html`<li>${href === undefined ? title : html`<a href="${href}">${title}</a>`}</li>`;

function renderCover({ light, dark, isFull, yPos, height }: Cover): Html {
  const image = (picture: Picture, mode: string): Html =>
    html`<img class="${mode}" src="${picture.src}"${sourceSet(picture, coverSlot(picture, { isFull, height }))} alt="" fetchpriority="high"${picture.externalHref !== undefined && html` referrerpolicy="no-referrer"`}>`;
  const pictures = dark ? [image(light, 'only-light'), image(dark, 'only-dark')] : image(light, 'both');
  return html`<div${classes('cover', isFull && 'cover-full', positionClass(yPos), heightClass(height))}>${pictures}</div>\n`;
}

const POSITION_STEP = 5;

/** The class of the part of a cover that is shown; the middle needs none. */
function positionClass(yPos: number): string | undefined {
  const steps = Math.round(Math.min(100, Math.max(-100, yPos)) / POSITION_STEP);
  return steps === 0 ? undefined : `cover-${steps < 0 ? 'up' : 'down'}-${Math.abs(steps) * POSITION_STEP}`;
}

const ROOT_FONT_SIZE = 16;
const MAX_HEIGHT = 44;

/** The class of the height of a cover in pixels, in steps of one rem. */
function heightClass(height: number | undefined): string | undefined {
  if (height === undefined || !(height > 0)) return undefined;
  return `cover-height-${Math.min(MAX_HEIGHT, Math.max(1, Math.round(height / ROOT_FONT_SIZE)))}`;
}

/** The maximum sizes of covers, as in `.cover img` in `page.css`. */
const COVER = { width: TEXT_SLOT.pixels, height: 240 };
const FULL_COVER = { width: 1440, height: 320 };

/** Returns the slot of a cover: one that is wider than its place is cut off on both sides. */
function coverSlot(
  { width = 0, height = 1 }: Picture,
  { isFull, height: ownHeight }: Pick<Cover, 'isFull' | 'height'>,
): Slot {
  const place = isFull ? FULL_COVER : COVER;
  const share = Math.max(1, ((width / height) * (ownHeight ?? place.height)) / place.width);
  return { pixels: place.width * share, percent: 100 * share };
}

function renderActions(actions: PageActions, messages: PageData['messages']): Insertion {
  const { markdownHref, assistants, editHref, canPrint } = actions;
  const links = [
    markdownHref !== undefined && html`<li><a href="${markdownHref}">${messages.viewMarkdown}</a></li>`,
    ...assistants.map(
      ({ name, href }) =>
        html`<li><a href="${href}" rel="noreferrer">${fillMessage(messages.openIn, { name })}</a></li>`,
    ),
    editHref !== undefined && html`<li><a href="${editHref}" rel="noreferrer">${messages.editPage}</a></li>`,
    canPrint && html`<li><button type="button" data-print hidden>${messages.print}</button></li>`,
  ];
  const copy =
    markdownHref !== undefined &&
    html`<button class="plain" type="button" data-copy-page="${markdownHref}" hidden>${COPY_SYMBOL}<span>${messages.copyPage}</span></button>`;
  return html`<div class="actions">${copy}<details class="drop"><summary aria-label="${messages.pageActions}">${DOWN_SYMBOL}</summary><ul>${links}</ul></details></div>`;
}
