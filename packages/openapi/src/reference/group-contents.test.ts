import { expect, test } from 'vitest';
import { groupContents } from './group-contents.ts';
import type { ContentReference, SchemaReference } from './operation-reference.ts';

const schema = (type: string): SchemaReference =>
  ({
    type,
    name: undefined,
    limits: [],
    fields: [],
    alternatives: [],
  }) as unknown as SchemaReference;
const content = (mediaType: string, type: string | undefined): ContentReference => ({
  mediaType,
  schema: type === undefined ? undefined : schema(type),
  examples: [],
});

test('media types with the same schema are one group, in the order of the first', () => {
  const contents = [
    content('application/json', 'object'),
    content('text/plain', 'string'),
    content('application/xml', 'object'),
    content('image/png', undefined),
    content('image/gif', undefined),
  ];
  const groups = groupContents(contents).map(({ contents: members }) =>
    members.map(({ mediaType }) => mediaType),
  );
  expect(groups).toEqual([
    ['application/json', 'application/xml'],
    ['text/plain'],
    ['image/png'],
    ['image/gif'],
  ]);
});
