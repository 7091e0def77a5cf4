import type { Node } from 'prosemirror-model';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { typeName } from '../schema/schema.ts';

const NAMES: Record<string, keyof Messages> = {
  paragraph: 'blockText',
  heading_1: 'blockHeading1',
  heading_2: 'blockHeading2',
  heading_3: 'blockHeading3',
  list_unordered: 'blockBullets',
  list_ordered: 'blockNumbers',
  list_tasks: 'blockTasks',
  list_item: 'blockItem',
  blockquote: 'blockQuote',
  code_block: 'blockCode',
  divider: 'blockDivider',
  hint: 'blockHint',
  table: 'blockTable',
  table_row: 'blockCard',
  tabs: 'blockTabs',
  tabs_item: 'blockTab',
  expandable: 'blockExpandable',
  stepper: 'blockStepper',
  stepper_step: 'blockStep',
  columns: 'blockColumns',
  column: 'blockColumn',
  updates: 'blockUpdates',
  update: 'blockUpdate',
  prompt: 'blockPrompt',
  images: 'blockImage',
  image: 'blockImage',
  drawing: 'blockImage',
  file: 'blockFile',
  embed: 'blockEmbed',
  content_ref: 'blockPageLink',
  math: 'blockMath',
  inline_math: 'blockMath',
  openapi_operation: 'blockOperation',
  openapi_webhook: 'blockWebhook',
  openapi_schemas: 'blockSchemas',
  swagger: 'blockOperation',
  reusable_content: 'blockReusable',
  integration: 'blockIntegration',
  source_block: 'sourceBlock',
  button: 'inlineButton',
  icon: 'icon',
  emoji: 'emoji',
  expression: 'inlineVariable',
  mention: 'inlineMention',
};

/** The name of a block for users. */
export function blockName({ type, attrs }: Node): string {
  const data = attrs.data as { syntax?: string; view?: { type?: string } } | undefined;
  if (type.name === 'table' && data?.view?.type === 'cards') return t('blockCards');
  if (type.name === 'code_block' && data?.syntax === 'mermaid') return t('blockDiagram');
  if (typeName(type.name) === 'if') return t('blockCondition');
  return t(NAMES[type.name] ?? 'sourceBlock');
}
