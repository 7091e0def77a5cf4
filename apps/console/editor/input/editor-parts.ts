import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import type { FindTargets, LinkTargets } from '../links/link-target.ts';
import type { LinkEditor } from '../menus/link-editor.ts';
import type { LoadCellSources } from '../tables/cell-sources.ts';
import type { Renderer } from '../views/rendered.ts';
import type { Uploads } from './uploads.ts';

/** A variable that expressions can name, such as `space.vars.product`. */
export interface Variable {
  path: string;
  value: string;
}

interface SpaceFile {
  id: string;
  name: string;
  isPicture: boolean;
  url: string;
}

/** What the editor needs of the page around it. */
export interface EditorParts {
  links: LinkEditor;
  targets: LinkTargets;
  cells: LoadCellSources;
  uploads: Uploads;
  renderer: Renderer;
  /** Finds what blocks are about; `target`: a page, or an address that is typed. */
  find: Record<'page' | 'target' | 'operation' | 'reusable-content', FindTargets>;
  /** What a reference leads to, in words, and its address in the console if it has one. */
  describe(ref: Record<string, unknown>): Promise<{ title: string; href?: string | undefined }>;
  /** Uploads a file, and returns a reference to it. */
  upload(file: File): Promise<Record<string, unknown>>;
  /** The files of the space whose names contain all words of a query. */
  findFiles(query: string): Promise<readonly SpaceFile[]>;
  /** Where the file or the address of a reference is shown from. */
  addressOf(ref: Record<string, unknown>): Promise<string | undefined>;
  variables(): Promise<readonly Variable[]>;
  /** Writes Markdown in the place of a block. Resolves when the page shows it as it was read. */
  writeSource(key: string, markdown: string): Promise<void>;
  /** The Markdown of a block as the service has it. Undefined if it is not known. */
  readSource(key: string): Promise<string | undefined>;
  /** Tells users of a screen reader what has happened. */
  announce(text: string): void;
}

const key = new PluginKey<EditorParts>('parts');

/** Keeps the parts where views and menus find them. */
export const partsPlugin = (parts: EditorParts): Plugin<EditorParts> =>
  new Plugin<EditorParts>({ key, state: { init: () => parts, apply: (_, known) => known } });

export function partsOf(state: EditorState): EditorParts {
  const parts = key.getState(state);
  if (!parts) throw new Error('The editor has no parts.');
  return parts;
}
