import type { CodeSample } from '../reference/operation-reference.ts';
import type { SampleRequest } from './sample-request.ts';
import { writeCsharp } from './write-csharp.ts';
import { writeCurl } from './write-curl.ts';
import { writeGo } from './write-go.ts';
import { writeJava } from './write-java.ts';
import { writeJavaScript } from './write-javascript.ts';
import { writePhp } from './write-php.ts';
import { writePythonSample } from './write-python.ts';
import { writeRuby } from './write-ruby.ts';

const LANGUAGES: { title: string; syntax: string; write: (request: SampleRequest) => string | undefined }[] =
  [
    { title: 'cURL', syntax: 'bash', write: writeCurl },
    { title: 'JavaScript', syntax: 'javascript', write: writeJavaScript },
    { title: 'Python', syntax: 'python', write: writePythonSample },
    { title: 'Go', syntax: 'go', write: writeGo },
    { title: 'Java', syntax: 'java', write: writeJava },
    { title: 'C#', syntax: 'csharp', write: writeCsharp },
    { title: 'PHP', syntax: 'php', write: writePhp },
    { title: 'Ruby', syntax: 'ruby', write: writeRuby },
  ];
const MAX_CODE_LENGTH = 40_000;

/** The code that sends a request, in eight languages. A language whose code would be wrong or too long is missing. */
export function writeCodeSamples(request: SampleRequest): CodeSample[] {
  // No language is shorter than what it sends.
  if (measureBody(request) > MAX_CODE_LENGTH) return [];
  return LANGUAGES.flatMap(({ title, syntax, write }) => {
    const code = write(request);
    return code === undefined || code.length > MAX_CODE_LENGTH ? [] : [{ title, syntax, code }];
  });
}

function measureBody({ body }: SampleRequest): number {
  switch (body?.kind) {
    case 'text':
      return body.text.length;
    case 'form':
      return body.fields.reduce((length, { name, value }) => length + name.length + value.length, 0);
    case 'multipart':
      return body.parts.reduce((length, part) => length + ('value' in part ? part.value.length : 1), 0);
    default:
      return 0;
  }
}
