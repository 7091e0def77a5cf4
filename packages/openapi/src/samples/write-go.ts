import { isFormDataType } from '../examples/media-types.ts';
import { listPartHeaders } from './multipart-text.ts';
import { quoteDouble as quote, quoteGoLines } from './quote-text.ts';
import {
  listHeaders,
  type MultipartBody,
  type SampleBody,
  type SamplePart,
  type SampleRequest,
  wholeUrl,
} from './sample-request.ts';

const STOP = '\tif err != nil {\n\t\tpanic(err)\n\t}\n';

const CERTIFICATE = `\tcertificate, err := tls.LoadX509KeyPair("client.pem", "client.key")
${STOP}\tclient := &http.Client{Transport: &http.Transport{
\t\tTLSClientConfig: &tls.Config{Certificates: []tls.Certificate{certificate}},
\t}}

`;

export function writeGo(request: SampleRequest): string {
  const { method, body, hasCertificate } = request;
  const written = body ? writeBody(body) : { code: '', packages: [], reader: 'nil' };
  const headers = [
    ...listHeaders(request, { hasType: body !== undefined && body.kind !== 'multipart' }).map(
      ({ name, value }) => `${quote(name)}, ${quote(value)}`,
    ),
    ...(body?.kind === 'multipart' ? [`"Content-Type", ${writeType(body)}`] : []),
  ];
  const packages = [
    ...new Set(['fmt', 'io', 'net/http', ...(hasCertificate ? ['crypto/tls'] : []), ...written.packages]),
  ].sort();
  return `package main

import (
${packages.map((name) => `\t"${name}"\n`).join('')})

func main() {
${written.code}${hasCertificate ? CERTIFICATE : ''}\trequest, err := http.NewRequest(${quote(method)}, ${quote(wholeUrl(request))}, ${written.reader})
${STOP}${headers.map((header) => `\trequest.Header.Set(${header})\n`).join('')}
	response, err := ${hasCertificate ? 'client' : 'http.DefaultClient'}.Do(request)
${STOP}	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
${STOP}	fmt.Println(response.Status, string(content))
}`;
}

/** The function that names the type knows one kind of parts. */
const writeType = ({ mediaType }: MultipartBody): string =>
  isFormDataType(mediaType)
    ? 'form.FormDataContentType()'
    : `${quote(`${mediaType}; boundary=`)} + form.Boundary()`;

function writeBody(body: SampleBody): { code: string; packages: string[]; reader: string } {
  switch (body.kind) {
    case 'text':
      return {
        code: `\tbody := strings.NewReader(${quoteGoLines(body.text)})\n\n`,
        packages: ['strings'],
        reader: 'body',
      };
    case 'file':
      return {
        code: `\tfile, err := os.Open(${quote(body.fileName)})\n${STOP}\tdefer file.Close()\n\n`,
        packages: ['os'],
        reader: 'file',
      };
    case 'form':
      return {
        code: `\tform := url.Values{}\n${body.fields
          .map(({ name, value }) => `\tform.Add(${quote(name)}, ${quote(value)})\n`)
          .join('')}\n`,
        packages: ['net/url', 'strings'],
        reader: 'strings.NewReader(form.Encode())',
      };
    case 'multipart':
      return writeParts(body.parts);
  }
}

function writeParts(parts: readonly SamplePart[]): { code: string; packages: string[]; reader: string } {
  const isPlain = (part: SamplePart): boolean =>
    'value' in part && part.name !== undefined && part.mediaType === undefined && !part.headers;
  const hasFile = parts.some((part) => 'fileName' in part);
  const hasPart = parts.some((part) => !isPlain(part));
  const code = parts.map((part) => {
    if (isPlain(part) && 'value' in part)
      return `\tform.WriteField(${quote(part.name ?? '')}, ${quote(part.value)})\n`;
    const headers = listPartHeaders(part);
    const longest = Math.max(...headers.map(({ name }) => name.length));
    return [
      '\tpart, err = form.CreatePart(textproto.MIMEHeader{\n',
      ...headers.map(
        ({ name, value }) => `\t\t${`${quote(name)}:`.padEnd(longest + 3)} {${quote(value)}},\n`,
      ),
      `\t})\n${STOP}`,
      'fileName' in part
        ? `\tfile, err = os.ReadFile(${quote(part.fileName)})\n${STOP}\tpart.Write(file)\n`
        : `\tpart.Write([]byte(${quote(part.value)}))\n`,
    ].join('');
  });
  const variables = [
    '\tvar body bytes.Buffer\n',
    ...(hasPart ? ['\tvar part io.Writer\n\tvar err error\n'] : []),
    ...(hasFile ? ['\tvar file []byte\n'] : []),
  ];
  return {
    code: `${variables.join('')}\tform := multipart.NewWriter(&body)\n${code.join('')}\tform.Close()\n\n`,
    packages: ['bytes', 'mime/multipart', ...(hasPart ? ['net/textproto'] : []), ...(hasFile ? ['os'] : [])],
    reader: '&body',
  };
}
