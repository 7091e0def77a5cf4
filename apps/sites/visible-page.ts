import type { ShownSpecParts } from '@lectern/content/facts/document-facts';
import type { PageEntry } from '@lectern/content/tree/entries';
import type { Block } from '@lectern/markdown/document';
import type { PageSettings } from '@lectern/markdown/page-settings';
import type { ComputedSection } from '../server/domains/specs/pages/computed-parts.ts';

/** The settings and traits that the source of a page states. */
export interface PageTraits extends PageSettings {
  hasUpdates: boolean;
  specParts: readonly ShownSpecParts[];
}

/** A page that a visitor may see, with its subpages. */
export interface VisiblePage {
  entry: PageEntry;
  settings: PageTraits | undefined;
  parent: VisiblePage | undefined;
  children: readonly VisiblePage[];
  /** For a page that is generated from a spec: its path and its blocks. */
  computed?: { path: string; blocks: Block[] };
  /** The sections by which a search finds the parts of specs that the page shows. */
  sections: readonly ComputedSection[];
}
