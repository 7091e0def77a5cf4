import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { type GetPos, nodeAt } from './block-data.ts';

/** Nodes with properties that are not text. */
const WITH_OPTIONS = new Set([
  'paragraph',
  'heading_1',
  'heading_2',
  'heading_3',
  'list_ordered',
  'hint',
  'code_block',
  'tabs',
  'tabs_item',
  'stepper',
  'stepper_step',
  'columns',
  'column',
  'expandable',
  'updates',
  'update',
  'prompt',
  'math',
  'openapi_operation',
  'openapi_webhook',
  'openapi_schemas',
  'swagger',
  'integration',
  'reusable_content',
  'button',
  'icon',
  'emoji',
  'inline_math',
  'expression',
  'mention',
]);

export const hasOptions = ({ type, attrs }: Node): boolean =>
  WITH_OPTIONS.has(type.name) ||
  (type.name === 'table' && (attrs.data as { view?: { type?: string } }).view?.type === 'cards');

/** Opens the properties form of a node. The form is loaded on first use. */
export async function openOptions(view: EditorView, getPos: GetPos, anchor: Element): Promise<void> {
  const { OptionsForm } = await import('./options-form.ts');
  const node = nodeAt(view, getPos);
  if (node && !view.isDestroyed) OptionsForm.open(view, getPos, anchor);
}
