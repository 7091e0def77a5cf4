import { namePart, type PackedPart, packPart } from '@lectern/render/spec-parts';
import { expect, test } from 'vitest';
import { expandParts } from './expand-parts.ts';

test('parts that would make a page too long are said to be left out', () => {
  const paths = ['/a', '/b', '/c'];
  const parts = new Map(
    paths.map((path): [string, PackedPart] => [
      namePart({ source: { slug: 'things' }, reference: { kind: 'operation', method: 'get', path } }),
      packPart({
        kind: 'operation',
        method: 'get',
        path,
        title: undefined,
        description: { markdown: `${path} ${'word '.repeat(600_000)}`, blocks: [] },
        isDeprecated: false,
        servers: [],
        security: [],
        parameters: [],
        body: undefined,
        responses: [],
        callbacks: [],
        samples: [],
      }),
    ]),
  );
  const source = paths
    .map(
      (path) =>
        `{% openapi-operation spec="things" path="${path}" method="get" %}\n{% endopenapi-operation %}`,
    )
    .join('\n\n');
  const expanded = expandParts(source, { parts, resolve: () => undefined, address: (text) => text });
  expect(expanded.startsWith('`GET /a`')).toBe(true);
  expect(expanded.match(/More is not shown here/g)).toHaveLength(2);
  expect(expanded).not.toContain('{%');
});
