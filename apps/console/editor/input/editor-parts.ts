import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import type { FindTargets, LinkTargets } from '../links/link-target.ts';
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

/** An item of the menu of a block. */
interface BlockItem {
  label: string;
  run(): void;
}

/** The parts of the surrounding page that the editor needs. */
export interface EditorParts {
  targets: LinkTargets;
  cells: LoadCellSources;
  uploads: Uploads;
  renderer: Renderer;
  /** Finds targets of blocks. `target`: a page, or a typed address. */
  find: Record<'page' | 'target' | 'operation' | 'reusable-content', FindTargets>;
  /** Describes the target of a reference, with its address in the console if it has one. */
  describe(ref: Record<string, unknown>): Promise<{ title: string; href?: string | undefined }>;
  /** Uploads a file, and returns a reference to it. */
  upload(file: File): Promise<Record<string, unknown>>;
  /** The files of the space whose names contain all words of a query. */
  findFiles(query: string): Promise<readonly SpaceFile[]>;
  /** The URL from which the file of a reference is shown. */
  addressOf(ref: Record<string, unknown>): Promise<string | undefined>;
  variables(): Promise<readonly Variable[]>;
  /** Replaces a block by Markdown. Resolves when the page shows it. */
  writeSource(key: string, markdown: string): Promise<void>;
  /** The stored Markdown of a block. Undefined if it is not known. */
  readSource(key: string): Promise<string | undefined>;
  /** The ids of the blocks that can be inserted. Without it, all can be. */
  offered?: ReadonlySet<string> | undefined;
  /** Takes the keys with which the text is left: after menus, and before they select blocks. */
  leaving?: Plugin;
  /** Items that a part of the console adds to the menu of the block at a position. */
  blockItems: { of?: ((position: number) => BlockItem[]) | undefined };
  /** Tells users of a screen reader what has happened. */
  announce(text: string): void;
}

const key = new PluginKey<EditorParts>('parts');

/** Makes the parts available to views and menus. */
export const partsPlugin = (parts: EditorParts): Plugin<EditorParts> =>
  new Plugin<EditorParts>({ key, state: { init: () => parts, apply: (_, known) => known } });

export function partsOf(state: EditorState): EditorParts {
  const parts = key.getState(state);
  if (!parts) throw new Error('The editor has no parts.');
  return parts;
}
