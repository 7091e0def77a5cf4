import { expect, test } from 'vitest';
import { CompiledSchemas, SharedSchemas } from './compiled-schemas.ts';

const noSchemas = () => new SharedSchemas(() => ({}));

test('a schema is compiled at the first call, and equal ones once', () => {
  const compiled: object[] = [];
  const schemas = new CompiledSchemas(() => (schema) => {
    compiled.push(schema);
    return JSON.stringify(schema);
  });
  const [first, equal, other] = ['string', 'string', 'number'].map((type) =>
    schemas.defer({ type }, noSchemas()),
  );
  expect(compiled).toEqual([]);
  expect([first?.(), equal?.(), first?.(), other?.()]).toEqual([
    '{"type":"string"}',
    '{"type":"string"}',
    '{"type":"string"}',
    '{"type":"number"}',
  ]);
  expect(compiled).toEqual([{ type: 'string' }, { type: 'number' }]);
});

test('equal references to different shared schemas are different schemas', () => {
  const schemas = new CompiledSchemas((shared) => () => shared.Shared);
  const compile = (type: string) =>
    schemas.get({ $ref: 'Shared#' }, new SharedSchemas(() => ({ Shared: { type } })));
  expect([compile('string'), compile('number')]).toEqual([{ type: 'string' }, { type: 'number' }]);
});

test('apps with equal shared schemas have one compiler, and read them once', () => {
  let compilers = 0;
  let reads = 0;
  const schemas = new CompiledSchemas(() => {
    compilers += 1;
    return (schema) => schema;
  });
  const createShared = () =>
    new SharedSchemas(() => {
      reads += 1;
      return { Shared: { type: 'string' } };
    });
  for (const shared of [createShared(), createShared()])
    for (const name of ['a', 'b']) schemas.get({ $ref: 'Shared#', title: name }, shared);
  expect({ compilers, reads }).toEqual({ compilers: 1, reads: 2 });
});
