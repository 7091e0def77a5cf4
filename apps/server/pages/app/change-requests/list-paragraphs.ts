/** Nothing that a person writes is nested deeper. */
const MAX_DEPTH = 50;

/**
 * The text of a document, one line for each block with text of its own. Descriptions are stored as they were sent, so
 * that nothing about their shape is certain.
 */
export function listParagraphs(document: unknown): string[] {
  const paragraphs: string[] = [];
  let current = '';
  const end = (): void => {
    if (current.trim() !== '') paragraphs.push(current.trim());
    current = '';
  };
  function add(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    if (Array.isArray(value)) {
      for (const one of value) add(one, depth + 1);
      return;
    }
    const isBlock = 'object' in value && value.object === 'block';
    if (isBlock) end();
    if ('text' in value && typeof value.text === 'string') current += value.text;
    for (const name of ['nodes', 'leaves', 'fragments'] as const)
      if (name in value) add((value as Record<typeof name, unknown>)[name], depth + 1);
    if (isBlock) end();
  }
  add(document, 0);
  end();
  return paragraphs;
}
