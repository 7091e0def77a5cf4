import type { FindTargets } from '../menus/choose-target.ts';
import type { LinkEditor } from '../menus/link-editor.ts';
import type { Uploads } from './uploads.ts';

/** What the editor needs of the page around it. */
export interface EditorParts {
  links: LinkEditor;
  uploads: Uploads;
  /** Finds what blocks are about. */
  find: Record<'page' | 'operation' | 'reusable-content', FindTargets>;
}
