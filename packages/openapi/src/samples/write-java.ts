import { listAllHeaders, writeMultipart } from './multipart-text.ts';
import { quoteJava as quote, quoteJavaLines } from './quote-text.ts';
import { hasFiles, type SampleBody, type SampleRequest, wholeUrl, writeForm } from './sample-request.ts';

const PUBLISHERS = 'HttpRequest.BodyPublishers';

export function writeJava(request: SampleRequest): string {
  const { method, body, hasCertificate } = request;
  const headers = listAllHeaders(request);
  const imports = [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    ...(body && hasFiles(body) ? ['java.nio.file.Path'] : []),
    ...(hasCertificate ? CERTIFICATE_IMPORTS : []),
  ].sort();
  return `${imports.map((name) => `import ${name};\n`).join('')}
public class Main {
    public static void main(String[] args) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(${quote(wholeUrl(request))}))
${headers.map(({ name, value }) => `            .header(${quote(name)}, ${quote(value)})\n`).join('')}            .method(${quote(method)}, ${PUBLISHERS}.${body ? writeBody(body) : 'noBody()'})
            .build();
${hasCertificate ? CERTIFICATE : ''}        HttpResponse<String> response =
            ${hasCertificate ? 'client' : 'HttpClient.newHttpClient()'}.send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`;
}

const CERTIFICATE_IMPORTS = [
  'java.io.File',
  'java.security.KeyStore',
  'javax.net.ssl.KeyManagerFactory',
  'javax.net.ssl.SSLContext',
];
const CERTIFICATE = `        char[] password = "YOUR_PASSWORD".toCharArray();
        KeyStore certificate = KeyStore.getInstance(new File("client.p12"), password);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(certificate, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpClient client = HttpClient.newBuilder().sslContext(context).build();
`;

const ofFile = (fileName: string): string => `ofFile(Path.of(${quote(fileName)}))`;

function writeBody(body: SampleBody): string {
  switch (body.kind) {
    case 'text':
      return `ofString(${quoteJavaLines(body.text, ' '.repeat(16))})`;
    case 'file':
      return ofFile(body.fileName);
    case 'form':
      return `ofString(${quote(writeForm(body.fields))})`;
    case 'multipart': {
      const publishers = writeMultipart(body).pieces.map((piece) => {
        const publish = 'text' in piece ? `ofString(${quote(piece.text)})` : ofFile(piece.fileName);
        return `                ${PUBLISHERS}.${publish}`;
      });
      return `concat(\n${publishers.join(',\n')})`;
    }
  }
}
