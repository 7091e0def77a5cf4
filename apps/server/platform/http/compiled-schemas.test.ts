import { expect, test } from 'vitest';
import { CompiledSchemas } from './compiled-schemas.ts';

const NO_SCHEMAS = () => ({});

test('a schema is compiled at the first call, and equal ones once', () => {
  const compiled: string[] = [];
  const schemas = new CompiledSchemas<string>();
  const defer = (type: string) =>
    schemas.defer({ type }, NO_SCHEMAS, () => {
      compiled.push(type);
      return `compiled ${type}`;
    });
  const [first, equal, other] = [defer('string'), defer('string'), defer('number')];
  expect(compiled).toEqual([]);
  expect([first(), equal(), first(), other()]).toEqual([
    'compiled string',
    'compiled string',
    'compiled string',
    'compiled number',
  ]);
  expect(compiled).toEqual(['string', 'number']);
});

test('equal references to different shared schemas are different schemas', () => {
  const schemas = new CompiledSchemas<string>();
  const defer = (type: string) =>
    schemas.defer(
      { $ref: 'Shared#' },
      () => ({ Shared: { type } }),
      () => type,
    )();
  expect([defer('string'), defer('number')]).toEqual(['string', 'number']);
});
