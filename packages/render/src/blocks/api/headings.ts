import { type Html, html, type Insertion } from '@lectern/html/html';
import type { Rendering } from '../../rendering.ts';
import { announceLevel, renderAnchor } from '../text.ts';

/** The heading of an operation or schema, which the outline of the page lists. */
export function renderApiHeading(title: string, id: string, rendering: Rendering): Html {
  const { findings, isOutlined, words } = rendering;
  if (isOutlined) findings.outline.push({ id, title, level: 1 });
  const level = announceLevel('heading-1', rendering);
  return html`<h2 id="${id}" class="anchored"${level}>${title}${renderAnchor(id, words)}</h2>\n`;
}

interface Part {
  /** What is said beside the title. */
  note?: Insertion;
  /** The anchor, if it has one. */
  id?: string;
  rendering: Rendering;
}

export const renderPartHeading = (title: string, { note, id, rendering }: Part): Html =>
  html`<h3${id !== undefined && html` id="${id}"`} class="api-part"${announceLevel('heading-2', rendering)}>${title}${note}</h3>\n`;
