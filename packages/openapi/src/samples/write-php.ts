import { writeMultipart } from './multipart-text.ts';
import { quoteSingle as quote, quotePhp } from './quote-text.ts';
import { listHeaders, type SampleBody, type SampleRequest, wholeUrl, writeForm } from './sample-request.ts';

export function writePhp(request: SampleRequest): string {
  const { method, body } = request;
  const headers = listHeaders(request, { hasType: body !== undefined && body.kind !== 'multipart' });
  const { boundary, pieces } = writeMultipart(body?.kind === 'multipart' ? body.parts : []);
  if (body?.kind === 'multipart')
    headers.unshift({ name: 'Content-Type', value: `${body.mediaType}; boundary=${boundary}` });
  const content =
    body?.kind === 'multipart'
      ? `\n${pieces
          .map((piece) => `            ${'text' in piece ? quotePhp(piece.text) : readFile(piece.fileName)}`)
          .join(' .\n')}`
      : body && ` ${writeBody(body)}`;
  const options = [
    `        'method' => ${quote(method)},\n`,
    ...(headers.length > 0
      ? [
          `        'header' => [\n${headers.map(({ name, value }) => `            ${quote(`${name}: ${value}`)},\n`).join('')}        ],\n`,
        ]
      : []),
    ...(content === undefined ? [] : [`        'content' =>${content},\n`]),
    "        'ignore_errors' => true,\n",
  ];
  return `<?php
$context = stream_context_create([
    'http' => [
${options.join('')}    ],
]);
$response = file_get_contents(${quote(wholeUrl(request))}, false, $context);
echo $response;`;
}

const readFile = (fileName: string): string => `file_get_contents(${quote(fileName)})`;

function writeBody(body: Exclude<SampleBody, { kind: 'multipart' }>): string {
  switch (body.kind) {
    case 'text':
      return quote(body.text);
    case 'file':
      return readFile(body.fileName);
    case 'form':
      return quote(writeForm(body.fields));
  }
}
