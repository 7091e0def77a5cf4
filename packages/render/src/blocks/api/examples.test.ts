import { processSpec } from '@lectern/openapi/process-spec';
import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { expect, test } from 'vitest';
import { renderDocument } from '../../render-document.ts';
import { namePart } from '../../spec-parts.ts';

/** The page of `POST /a`, whose body has this content. */
function drawPage(content: string): string {
  const text = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"post": {
    "requestBody": {"content": {"application/json": ${content}}}, "responses": {}}}}}`;
  const file = { url: 'text:///openapi', bytes: Buffer.from(text) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  const reference = { kind: 'operation' as const, method: 'post', path: '/a' };
  // As it comes from a thread.
  const described = structuredClone(describeSpec(readStoredSpec(outcome.filesystem), reference));
  if (!described) throw new Error('There is no such operation.');
  const parts = new Map([[namePart({ source: { slug: 'things' }, reference }), described]]);
  const source = { ref: { kind: 'openapi' as const, spec: 'things' } };
  const block = {
    object: 'block',
    isVoid: true,
    type: 'openapi-operation',
    data: { ...source, path: '/a', method: 'post' },
  };
  const references = { find: () => undefined, findPicture: () => undefined };
  return String(renderDocument({ nodes: [block as never] }, { references, parts }).html);
}

test('the title of the samples names the example that they send, if there are several', () => {
  const one = '"one": {"summary": "A <small> order", "value": {"n": 1}}';
  expect(drawPage(`{"examples": {${one}, "two": {"value": {"n": 2}}}}`)).toContain(
    '<p class="api-title">Request · A &lt;small&gt; order</p>',
  );
  expect(drawPage(`{"examples": {${one}}}`)).toContain('<p class="api-title">Request</p>');
});

test('long numbers have all digits on the page', () => {
  const html = drawPage(`{"schema": {"type": "object", "properties": {
    "a": {"enum": [9223372036854775807]},
    "b": {"type": "integer", "minimum": -9223372036854775808, "default": 18446744073709551615},
    "c": {"example": 0.1000000000000000055, "examples": [0.1000000000000000055]}}}}`);
  const texts = html.replace(/<[^>]*>/g, '');
  for (const number of [
    '9223372036854775807',
    '-9223372036854775808',
    '18446744073709551615',
    '0.1000000000000000055',
  ])
    expect(texts.split(number).length, number).toBeGreaterThan(1);
  expect(texts).not.toContain('5808000');
  expect(texts).not.toContain('9223372036854776000');
});
