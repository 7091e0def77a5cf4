import { listAllHeaders, writeMultipart } from './multipart-text.ts';
import { quotePhp as quote } from './quote-text.ts';
import { type SampleBody, type SampleRequest, wholeUrl, writeForm } from './sample-request.ts';

export function writePhp(request: SampleRequest): string {
  const { method, body } = request;
  const headers = listAllHeaders(request);
  const options = [
    `        'method' => ${quote(method)},\n`,
    ...(headers.length > 0
      ? [
          `        'header' => [\n${headers.map(({ name, value }) => `            ${quote(`${name}: ${value}`)},\n`).join('')}        ],\n`,
        ]
      : []),
    ...(body ? [`        'content' => ${writeBody(body)},\n`] : []),
    "        'ignore_errors' => true,\n",
  ];
  return `<?php
$context = stream_context_create([
    'http' => [
${options.join('')}    ],
${request.hasCertificate ? CERTIFICATE : ''}]);
$response = file_get_contents(${quote(wholeUrl(request))}, false, $context);
echo $response;`;
}

const CERTIFICATE = `    'ssl' => [
        'local_cert' => 'client.pem',
        'local_pk' => 'client.key',
    ],
`;

const readFile = (fileName: string): string => `file_get_contents(${quote(fileName)})`;

function writeBody(body: SampleBody): string {
  switch (body.kind) {
    case 'text':
      return quote(body.text);
    case 'file':
      return readFile(body.fileName);
    case 'form':
      return quote(writeForm(body.fields));
    case 'multipart':
      return writeMultipart(body)
        .pieces.map((piece) => ('text' in piece ? quote(piece.text) : readFile(piece.fileName)))
        .join(' .\n            ');
  }
}
