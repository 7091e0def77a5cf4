import type { ContentReference } from './operation-reference.ts';

/** Media types whose values have the same schema, in their order, with the examples of each. */
export interface ContentGroup {
  schema: ContentReference['schema'];
  contents: ContentReference[];
}

/** Groups contents by their schemas, so that JSON and XML with the same fields show them once. */
export function groupContents(contents: readonly ContentReference[]): ContentGroup[] {
  // Most have one, whose schema need not be written to be compared.
  if (contents.length < 2)
    return contents.map((content) => ({ schema: content.schema, contents: [content] }));
  const groups = new Map<string, ContentGroup>();
  for (const content of contents) {
    const { schema, mediaType } = content;
    // Contents without fields have nothing to share.
    const key = schema ? JSON.stringify(schema) : mediaType;
    const group = groups.get(key);
    if (group) group.contents.push(content);
    else groups.set(key, { schema, contents: [content] });
  }
  return [...groups.values()];
}
