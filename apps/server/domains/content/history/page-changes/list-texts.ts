import { type Block, type Fragment, plainText } from '@lectern/markdown/document';

/** Lists the texts of the paragraphs, headings, cells and so on in a block, in reading order, without empty ones. */
export function listTexts(block: Block): string[] {
  const texts: string[] = [];
  addTexts(block, texts);
  return texts.filter((text) => text !== '');
}

function addTexts(block: Block, texts: string[]): void {
  texts.push(labelOf(block));
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'code-line':
      texts.push(plainText(block.nodes));
      return;
    case 'code':
      texts.push(block.nodes.map((line) => plainText([line])).join('\n'));
      return;
    default:
      for (const child of block.nodes ?? []) addTexts(child, texts);
      for (const fragment of (block.fragments ?? []) as Fragment[])
        for (const child of fragment.nodes) if (child.object === 'block') addTexts(child, texts);
  }
}

/** The texts in the data of a block, outside its nodes. */
function labelOf(block: Block): string {
  switch (block.type) {
    case 'code':
    case 'tabs-item':
      return block.data.title ?? '';
    case 'image':
    case 'drawing':
      return block.data.alt ?? '';
    case 'math':
      return block.data.formula;
    case 'embed':
      return block.data.url;
    case 'if':
      return block.data.expression;
    case 'prompt':
      return block.data.description;
    case 'update':
      return block.data.date;
    case 'table':
      return Object.values(block.data.definition)
        .map(({ title }) => title)
        .join('\n');
    case 'swagger':
    case 'openapi-operation':
      return `${block.data.method} ${block.data.path}`;
    case 'openapi-webhook':
      return `${block.data.method} ${block.data.name}`;
    case 'openapi-schemas':
      return block.data.schemas.join('\n');
    default:
      return '';
  }
}
