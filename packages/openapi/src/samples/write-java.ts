import { writeMultipart } from './multipart-text.ts';
import { quoteJava as quote, quoteJavaLines } from './quote-text.ts';
import { listHeaders, type SampleBody, type SampleRequest, wholeUrl, writeForm } from './sample-request.ts';

const PUBLISHERS = 'HttpRequest.BodyPublishers';

export function writeJava(request: SampleRequest): string {
  const { method, body } = request;
  const { boundary, pieces } = writeMultipart(body?.kind === 'multipart' ? body.parts : []);
  const headers = listHeaders(request, { hasType: body !== undefined && body.kind !== 'multipart' });
  if (body?.kind === 'multipart')
    headers.unshift({ name: 'Content-Type', value: `${body.mediaType}; boundary=${boundary}` });
  const hasFile = body?.kind === 'file' || pieces.some((piece) => 'fileName' in piece);
  const imports = [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    ...(hasFile ? ['java.nio.file.Path'] : []),
  ];
  const publisher = body
    ? body.kind === 'multipart'
      ? `${PUBLISHERS}.concat(\n${pieces
          .map((piece) => {
            const publish = 'text' in piece ? `ofString(${quote(piece.text)})` : ofFile(piece.fileName);
            return `                ${PUBLISHERS}.${publish}`;
          })
          .join(',\n')})`
      : `${PUBLISHERS}.${writeBody(body)}`
    : `${PUBLISHERS}.noBody()`;
  return `${imports.map((name) => `import ${name};\n`).join('')}
public class Main {
    public static void main(String[] args) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(${quote(wholeUrl(request))}))
${headers.map(({ name, value }) => `            .header(${quote(name)}, ${quote(value)})\n`).join('')}            .method(${quote(method)}, ${publisher})
            .build();
        HttpResponse<String> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`;
}

const ofFile = (fileName: string): string => `ofFile(Path.of(${quote(fileName)}))`;

function writeBody(body: Exclude<SampleBody, { kind: 'multipart' }>): string {
  switch (body.kind) {
    case 'text':
      return `ofString(${quoteJavaLines(body.text, ' '.repeat(16))})`;
    case 'file':
      return ofFile(body.fileName);
    case 'form':
      return `ofString(${quote(writeForm(body.fields))})`;
  }
}
