/** Enters in “Try it” what the samples send. */

import { schemaOf } from '../src/content-schema.ts';
import { listExamples, writeText } from '../src/examples/list-examples.ts';
import { findOperation } from '../src/reference/describe-spec.ts';
import { listParameters } from '../src/reference/list-parameters.ts';
import { type Json, listOf, recordOf } from '../src/resolve.ts';
import { readExampleValue } from '../src/samples/parameter-value.ts';
import { writeBody } from '../src/samples/write-body.ts';
import type { EnteredRequest } from '../src/samples/write-entered-request.ts';
import { isObject } from '../src/spec-grammar.ts';
import { FILES } from './run-samples.ts';

const toEntry = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

/** Enters what the samples send, as a reader would. Files have the names that the samples have. */
export function enterRequest(
  spec: Json,
  { method, path }: { method: string; path: string },
): { entered: EnteredRequest; files: Buffer[] } {
  const found = findOperation(spec, { kind: 'operation', method, path });
  if (!found) throw new Error('There is no such operation.');
  const parameters = listParameters(spec, found).filter(
    ({ in: place, required }) => required || place === 'path',
  );
  const values = parameters.map((parameter) => [
    `${parameter.in} ${parameter.name}`,
    toEntry(readExampleValue(spec, parameter).value),
  ]);
  const [schemes = {}] = listOf(found.operation.security ?? spec.security).map(recordOf);
  const given: EnteredRequest = {
    values: Object.fromEntries(values),
    security: 0,
    credentials: Object.keys(schemes).map((name) => CREDENTIALS[name] ?? ''),
  };
  const [[mediaType, described] = []] = Object.entries(
    recordOf(recordOf(found.operation.requestBody).content),
  );
  if (mediaType === undefined) return { entered: given, files: [] };
  const content = recordOf(described);
  const schema = schemaOf(mediaType, content);
  const [example] = listExamples(spec, content, { schema, mediaType, direction: 'request' });
  const written = writeBody(spec, { mediaType, content, schema, example });
  const names =
    written?.kind === 'file'
      ? [['', written.fileName] as const]
      : written?.kind === 'multipart'
        ? written.parts.flatMap((part) =>
            'fileName' in part ? [[part.name ?? '', part.fileName] as const] : [],
          )
        : [];
  const files: Record<string, { name: string; type: string }[]> = {};
  for (const [field, name] of names) {
    files[field] ??= [];
    files[field].push({ name, type: '' });
  }
  const isForm = /urlencoded|^multipart/.test(mediaType) && isObject(example?.value);
  const fields = Object.entries(recordOf(example?.value)).filter(([name]) => !files[name]);
  const body = {
    mediaType,
    ...(isForm ? { fields: Object.fromEntries(fields.map(([name, one]) => [name, toEntry(one)])) } : {}),
    ...(isForm || !example ? {} : { text: writeText(spec, example.value, { mediaType, schema }) }),
    ...(names.length > 0 && (isForm || written?.kind === 'file') ? { files } : {}),
  };
  return { entered: { ...given, body }, files: names.map(([, name]) => FILES.get(name) ?? Buffer.alloc(0)) };
}

const CREDENTIALS: Record<string, string> = {
  ...{ header: 'YOUR_API_KEY', query: 'YOUR_API_KEY', cookie: 'YOUR_API_KEY' },
  ...{ basic: 'YOUR_CREDENTIALS', digest: 'YOUR_CREDENTIALS' },
  ...{ bearer: 'YOUR_TOKEN', oauth: 'YOUR_TOKEN', openId: 'YOUR_TOKEN' },
};
