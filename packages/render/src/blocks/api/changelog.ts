import { type Html, html, type Insertion } from '@lectern/html/html';
import { blocksOfText } from '@lectern/openapi/reference/text-blocks';
import { type Rendering, renderBlocks } from '../../rendering.ts';
import { changelogPart, namePart } from '../../spec-parts.ts';

/** Renders the changes of each version of a spec; only its slug if parts of specs were not requested. */
export function renderChangelog(slug: string, rendering: Rendering): Insertion {
  const { parts, words } = rendering;
  if (!parts) return html`<div class="api-card"><code>${slug}</code></div>\n`;
  const part = parts.get(namePart(changelogPart(slug)));
  if (part?.kind !== 'changelog' || !part.isKnown) return renderSentence(words.apiUnknown);
  return part.text ? renderBlocks(blocksOfText(part.text), rendering) : renderSentence(words.apiUnchanged);
}

const renderSentence = (sentence: string): Html => html`<p>${sentence}</p>\n`;
