/** The commands of the documentation are requests that the service understands. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { writeOpenApiDocument } from './openapi-document.ts';

interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
}
interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}
interface Command {
  page: string;
  text: string;
  method: string;
  path: string;
  parameters: string[];
  body: string | undefined;
  isJson: boolean;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', ...listPages('docs')];
const commands = pages.flatMap((page) => readCommands(page, readFileSync(join(root, page), 'utf8')));

let api: OpenApiDocument;
let ajv: Ajv;
beforeAll(async () => {
  api = JSON.parse(await writeOpenApiDocument()) as OpenApiDocument;
  ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: api.components });
});

test('every command calls an operation, with parameters that it has', () => {
  const wrong = commands.filter((command) => {
    const operation = findOperation(command);
    const known = operation?.parameters?.map(({ name }) => name) ?? [];
    return !operation || !command.parameters.every((name) => known.includes(name));
  });
  expect(wrong).toEqual([]);
  expect(commands.length).toBeGreaterThan(100);
});

test('every command with a body sends it as JSON, and as the operation takes it', () => {
  const withBody = commands.filter(({ body }) => body !== undefined);
  expect(withBody.filter(({ isJson }) => !isJson)).toEqual([]);
  // A body of which something is left out, or which another command makes, cannot be read here.
  const whole = withBody.filter(({ body = '' }) => !/…|\$\(|^@/.test(body));
  const refused = whole.filter((command) => !takesBody(findOperation(command), command.body ?? ''));
  expect(refused).toEqual([]);
  expect(whole.length).toBeGreaterThan(40);
});

function takesBody(operation: Operation | undefined, body: string): boolean {
  const schema = operation?.requestBody?.content['application/json']?.schema ?? false;
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/');
  return ajv.validate(JSON.parse(text) as object, JSON.parse(body));
}

function findOperation({ method, path }: Command): Operation | undefined {
  const segments = path.split('/');
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    const isRest = parts.at(-1) === '{pagePath}';
    return (
      (isRest ? parts.length <= segments.length : parts.length === segments.length) &&
      parts.every((part, at) => part === segments[at] || part.startsWith('{'))
    );
  };
  // A name in the path goes before a parameter, as in the router.
  const parametersIn = (template: string): number => template.split('{').length;
  return Object.keys(api.paths)
    .filter(fits)
    .sort((one, other) => parametersIn(one) - parametersIn(other))
    .map((template) => api.paths[template]?.[method.toLowerCase()])
    .find((operation) => operation !== undefined);
}

/** The commands that call the API: those that begin with `api` or `curl`. */
function readCommands(page: string, source: string): Command[] {
  const blocks = [...source.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) =>
    code.replaceAll('\\\n', ' '),
  );
  return blocks.flatMap(splitCommands).flatMap((text): Command[] => {
    const words = [...text.matchAll(/'([^']*)'|"([^"]*)"|#.*|(\S+)/g)].map(
      (word) => word[1] ?? word[2] ?? word[3] ?? '',
    );
    const target = words.find((word) => word.includes('/v1/'));
    if (!/^(?:api|curl) /.test(text) || target === undefined) return [];
    const { pathname, searchParams } = new URL(
      target.slice(target.indexOf('/v1/')),
      'http://service.example',
    );
    const after = (option: string): string | undefined =>
      words.includes(option) ? words[words.indexOf(option) + 1] : undefined;
    const body = after('-d') ?? after('--json');
    const isJson =
      words.includes('--json') || words.some((word) => /^content-type: application\/json$/i.test(word));
    const method = after('-X') ?? (body === undefined ? 'GET' : 'POST');
    return [{ page, text, method, path: pathname, parameters: [...searchParams.keys()], body, isJson }];
  });
}

/** A command ends with its line, unless a quotation goes on. */
function splitCommands(code: string): string[] {
  const found: string[] = [];
  let open = '';
  for (const line of code.split('\n')) {
    open = open === '' ? line : `${open}\n${line}`;
    if ((open.split("'").length - 1) % 2 === 1) continue;
    found.push(open.trim());
    open = '';
  }
  return found;
}

function listPages(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('decisions/'))
    .map((path) => join(folder, path));
}
