import { cutText } from '@lectern/std/cut-text';
import { mergeAllOf } from './merge-all-of.ts';
import { type Json, listOf, recordOf, resolve } from './resolve.ts';

const MAX_DESCRIPTION = 300;
const MAX_WORDS = 1000;
/** The maximum number of schemas that are read for one operation, including those nested in others. */
const MAX_PARTS = 200;

/**
 * Lists the words by which people search for an operation beside its name: the beginning of its description, its
 * parameters and its fields.
 */
export function listOperationWords(spec: Json, item: Json, operation: Json): string {
  let partsLeft = MAX_PARTS;
  const mayMerge = (): boolean => {
    partsLeft -= 1;
    return partsLeft >= 0;
  };
  const fieldsOf = (content: unknown): string[] =>
    Object.values(recordOf(content)).flatMap((media) => {
      const schema = mergeAllOf(spec, recordOf(media).schema, mayMerge);
      const items = schema.items === undefined ? {} : mergeAllOf(spec, schema.items, mayMerge);
      return [...Object.keys(recordOf(schema.properties)), ...Object.keys(recordOf(items.properties))];
    });
  const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].flatMap((value) => {
    const { name } = resolve(spec, value);
    return typeof name === 'string' ? name : [];
  });
  const responseFields = Object.values(recordOf(operation.responses)).flatMap((response) =>
    fieldsOf(resolve(spec, response).content),
  );
  const { description } = operation;
  const words = [...parameters, ...fieldsOf(resolve(spec, operation.requestBody).content), ...responseFields];
  return cutText(
    [typeof description === 'string' ? cutText(description, MAX_DESCRIPTION) : '', ...new Set(words)]
      .join(' ')
      .trim(),
    MAX_WORDS,
  );
}
