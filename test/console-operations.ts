import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CONSOLE = fileURLToPath(new URL('../apps/console', import.meta.url));
const CLIENT_TYPES = fileURLToPath(new URL('../packages/client/src/schema.ts', import.meta.url));

export interface Operation {
  id: string;
  /** As `get /v1/orgs/{organizationId}`. */
  address: string;
}

/** The operations of the API, from the types of the client. */
export function listOperations(): Operation[] {
  const types = readFileSync(CLIENT_TYPES, 'utf8');
  const paths = types
    .slice(types.indexOf('export interface Paths'))
    .split(/^ {2}'/m)
    .slice(1);
  return paths.flatMap((text) => {
    const path = text.slice(0, text.indexOf("'"));
    return [...text.matchAll(/^ {4}\/\*\* (\w+) \*\/\n {4}(\w+): \{$/gm)].map(([, id, method]) => ({
      id: id as string,
      address: `${method} ${path}`,
    }));
  });
}

/** The addresses that the console calls through its client, such as `get /v1/orgs/{organizationId}`. */
export function listCalledAddresses(): Set<string> {
  const sources = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('test'))
    .map((path) => readFileSync(`${CONSOLE}/${path}`, 'utf8'));
  return new Set(sources.flatMap(listCalls));
}

const METHODS: Readonly<Record<string, string>> = { list: 'get' };
const LITERAL = /^(?:'([^']*)'|`([^`]*)`)/;

function listCalls(source: string): string[] {
  const constants = new Map<string, string>();
  for (const [, name, text] of source.matchAll(/^(?:export )?const ([A-Z_]+) =\s*['`](\/v1\/[^'`]*)['`]/gm))
    constants.set(name as string, text as string);
  return [...source.matchAll(/\bapi\s*\.(get|list|post|put|patch|delete)\(\s*/g)].flatMap((call) => {
    const method = METHODS[call[1] as string] ?? call[1];
    const argument = source.slice(call.index + call[0].length);
    return pathsOf(argument, constants).map((path) => `${method} ${path}`);
  });
}

/** The paths that an argument can be: a text, a constant, or a choice of texts or constants. */
function pathsOf(argument: string, constants: ReadonlyMap<string, string>): string[] {
  const [, quoted, template] = LITERAL.exec(argument) ?? [];
  const text = quoted ?? template;
  if (text !== undefined)
    return [text.replace(/\$\{([A-Z_]+)\}/g, (all, name: string) => constants.get(name) ?? all)];
  // Comments have the same operations in a space and in a change request.
  const [, inSpace] = /^pathOf\(place, '([^']*)'/.exec(argument) ?? [];
  if (inSpace !== undefined)
    return [inSpace, inSpace.replace('{spaceId}', '{spaceId}/change-requests/{changeRequestId}')];
  const [name = ''] = /^[A-Z_]+/.exec(argument) ?? [];
  return [constants.get(name) ?? []].flat();
}
