import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  failWith,
  idOf,
  RPC_CODES,
  RpcFailure,
  type RpcRequest,
  type RpcResponse,
  readMessage,
  respondWith,
} from './json-rpc.ts';

/** The functions behind the tools and resources of a site, for one visitor. */
export interface SiteTools {
  /** The title of the site. */
  title: string;
  /** The address of the site, with a slash at the end. */
  address: string;
  search(query: string): Promise<string>;
  /** Returns undefined if there is no such page for the visitor. */
  readPage(address: string): Promise<string | undefined>;
  /** Lists pages from a position; `next`: the position at which the list continues. */
  listPages(from: number): Promise<{ pages: ListedPage[]; next: number | undefined }>;
}

export interface ListedPage {
  title: string;
  description: string | undefined;
  address: string;
  /** The page as an item of a list in Markdown. */
  line: string;
}

/** The versions of the protocol, the latest first. They differ in nothing that sites use, except for batches. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;
const LATEST = VERSIONS[0];
/** The first version in which each message is a request of its own. */
const WITHOUT_BATCHES = '2025-06-18';

/** The longest piece of a page that one answer has, in characters. */
const MAX_TEXT = 100_000;
/** The most messages of one batch. */
const MAX_BATCH = 50;

const SearchArguments = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 200, description: 'Words to search for.' }),
});
const ReadArguments = Type.Object({
  address: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'The address of a page, as returned by the other tools, or its path on the site.',
  }),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The position in a long page where reading continues, in characters.',
    }),
  ),
});
const ListArguments = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, description: 'How many pages to skip.' })),
});

const TOOLS = [
  {
    name: 'search',
    title: 'Search',
    description: 'Searches the documentation. Returns pages and sections with their addresses.',
    inputSchema: SearchArguments,
  },
  {
    name: 'read_page',
    title: 'Read page',
    description: 'Reads one page of the documentation as Markdown.',
    inputSchema: ReadArguments,
  },
  {
    name: 'list_pages',
    title: 'List pages',
    description: 'Lists the pages of the documentation with their addresses and descriptions.',
    inputSchema: ListArguments,
  },
].map((tool) => ({ ...tool, annotations: { readOnlyHint: true, openWorldHint: false } }));

const InitializeParams = Type.Object({ protocolVersion: Type.String() });
const PageParams = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 20 })) });
const CallParams = Type.Object({
  name: Type.String(),
  arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
const ReadParams = Type.Object({ uri: Type.String({ minLength: 1, maxLength: 2048 }) });

type Method = (tools: SiteTools, params: Record<string, unknown>) => object | Promise<object>;

const METHODS = new Map<string, Method>([
  ['initialize', ({ title }, params) => introduce(title, params)],
  ['ping', () => ({})],
  ['tools/list', (_, params) => listAll('tools', TOOLS, params)],
  ['tools/call', (tools, params) => callTool(tools, readParams(CallParams, params))],
  ['resources/list', (tools, params) => listResources(tools, params)],
  [
    'resources/templates/list',
    ({ address }, params) => listAll('resourceTemplates', [templateOf(address)], params),
  ],
  ['resources/read', (tools, params) => readResource(tools, readParams(ReadParams, params).uri)],
  ['prompts/list', (_, params) => listAll('prompts', [], params)],
  [
    'prompts/get',
    () => {
      throw new RpcFailure(RPC_CODES.invalidParams, 'There is no prompt with this name.');
    },
  ],
]);

/** Throws if the version that the header of a request names is unknown. */
export function checkVersion(version: string | undefined, message: unknown): void {
  const begins = !Array.isArray(message) && (message as { method?: unknown } | null)?.method === 'initialize';
  // It is negotiated by the message itself.
  if (version === undefined || begins || isKnownVersion(version)) return;
  throw new RpcFailure(
    RPC_CODES.refused,
    `This site does not know version ${version.slice(0, 40)} of the protocol. It knows ${VERSIONS.join(', ')}.`,
    { supported: VERSIONS, requested: version.slice(0, 40) },
  );
}

/** Throws if a request is a batch and may not be one. */
export function checkBatch(version: string | undefined, messages: readonly unknown[]): void {
  const refuse = (message: string) => new RpcFailure(RPC_CODES.invalidRequest, message);
  if (version !== undefined && version >= WITHOUT_BATCHES)
    throw refuse(`Version ${version} of the protocol has no batches. Send one message.`);
  if (messages.length === 0) throw refuse('The batch is empty. Send at least one message.');
  if (messages.length > MAX_BATCH) throw refuse(`Send at most ${MAX_BATCH} messages in one batch.`);
}

/**
 * Answers one message; undefined if its sender waits for no response. Nothing is kept from one message to the next.
 * Failures of the service are thrown.
 */
export async function handleMessage(tools: SiteTools, message: unknown): Promise<RpcResponse | undefined> {
  const request = readMessage(message);
  if (request === 'without response') return undefined;
  if (request === 'invalid')
    return failWith(
      idOf(message),
      new RpcFailure(RPC_CODES.invalidRequest, 'This is not a message of JSON-RPC 2.0.'),
    );
  return handleRequest(tools, request);
}

/** Answers the messages of a batch, one after the other. */
export async function handleBatch(tools: SiteTools, messages: readonly unknown[]): Promise<RpcResponse[]> {
  const responses: RpcResponse[] = [];
  for (const message of messages) {
    const request = readMessage(message);
    const response =
      typeof request === 'object' && request.method === 'initialize'
        ? failWith(request.id, new RpcFailure(RPC_CODES.invalidRequest, 'Send “initialize” alone.'))
        : await handleMessage(tools, message);
    if (response) responses.push(response);
  }
  return responses;
}

async function handleRequest(tools: SiteTools, { id, method, params }: RpcRequest): Promise<RpcResponse> {
  try {
    const handle = METHODS.get(method);
    if (!handle) throw new RpcFailure(RPC_CODES.unknownMethod, 'This site does not have this method.');
    return respondWith(id, await handle(tools, params));
  } catch (error) {
    if (error instanceof RpcFailure) return failWith(id, error);
    throw error;
  }
}

function introduce(title: string, params: Record<string, unknown>): object {
  const { protocolVersion } = readParams(InitializeParams, params);
  return {
    protocolVersion: isKnownVersion(protocolVersion) ? protocolVersion : LATEST,
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: title, version: '1' },
  };
}

const isKnownVersion = (version: string): boolean => (VERSIONS as readonly string[]).includes(version);

/** A list that has one page. */
function listAll(name: string, entries: readonly object[], params: Record<string, unknown>): object {
  if (readParams(PageParams, params).cursor !== undefined) throw unknownCursor();
  return { [name]: entries };
}

const unknownCursor = () =>
  new RpcFailure(
    RPC_CODES.invalidParams,
    'The cursor is not one of this list. Use `nextCursor` of an earlier response.',
  );

async function listResources(tools: SiteTools, params: Record<string, unknown>): Promise<object> {
  const { cursor = '0' } = readParams(PageParams, params);
  if (!/^\d{1,9}$/.test(cursor)) throw unknownCursor();
  const { pages, next } = await tools.listPages(Number(cursor));
  return {
    resources: pages.map(({ title, description, address }) => ({
      uri: address,
      name: title,
      ...(description === undefined ? {} : { description }),
      mimeType: MARKDOWN,
    })),
    ...(next === undefined ? {} : { nextCursor: String(next) }),
  };
}

const MARKDOWN = 'text/markdown';

const templateOf = (address: string) => ({
  uriTemplate: `${address}{+path}`,
  name: 'Page',
  description: 'A page of the documentation, by its path.',
  mimeType: MARKDOWN,
});

async function readResource(tools: SiteTools, uri: string): Promise<object> {
  const text = await tools.readPage(uri);
  if (text === undefined) throw new RpcFailure(RPC_CODES.missingResource, NO_PAGE, { uri });
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}

interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: true;
}

async function callTool(
  tools: SiteTools,
  { name, arguments: values = {} }: Static<typeof CallParams>,
): Promise<ToolResult> {
  if (name === 'search') return check(SearchArguments, values, async ({ query }) => tools.search(query));
  if (name === 'read_page')
    return check(ReadArguments, values, async ({ address, offset = 0 }) => {
      const text = await tools.readPage(address);
      return text === undefined ? undefined : cut(text, offset);
    });
  if (name === 'list_pages')
    return check(ListArguments, values, async ({ offset = 0 }) => {
      const { pages, next } = await tools.listPages(offset);
      if (pages.length === 0) return offset === 0 ? 'The site has no pages.' : 'There are no further pages.';
      const text = pages.map(({ line }) => line).join('');
      return next === undefined ? text : `${text}\nThe list continues at offset ${next}.\n`;
    });
  const names = TOOLS.map((tool) => tool.name).join(', ');
  throw new RpcFailure(RPC_CODES.invalidParams, `There is no tool with this name. The tools are ${names}.`);
}

/** Language models read the result of a tool and try again with other arguments, unlike an error of the protocol. */
async function check<Schema extends TSchema>(
  schema: Schema,
  values: object,
  call: (values: Static<Schema>) => Promise<string | undefined>,
): Promise<ToolResult> {
  const named = leaveOutNulls(values);
  const problem = findProblem(schema, named);
  if (problem !== undefined) return refuse(`The arguments do not match the schema of the tool: ${problem}.`);
  const text = await call(named as Static<Schema>);
  return text === undefined ? refuse(NO_PAGE) : { content: [{ type: 'text', text }] };
}

const NO_PAGE = 'There is no page at this address.';

function readParams<Schema extends TSchema>(schema: Schema, params: object): Static<Schema> {
  const named = leaveOutNulls(params);
  const problem = findProblem(schema, named);
  if (problem !== undefined)
    throw new RpcFailure(RPC_CODES.invalidParams, `The parameters are wrong: ${problem}.`);
  return named as Static<Schema>;
}

/** Clients and language models write `null` for what they leave out. */
const leaveOutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Says what the first wrong value is; undefined if all are right. */
function findProblem(schema: TSchema, value: unknown): string | undefined {
  if (Value.Check(schema, value)) return undefined;
  const first = Value.Errors(schema, value)[0];
  return first ? `${first.instancePath.slice(1).replaceAll('/', '.')} ${first.message}`.trim() : 'unknown';
}

const refuse = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** Returns the piece of a text that begins at an offset, without half of a character at either end. */
function cut(text: string, offset: number): string {
  const begin = splitsCharacter(text, offset) ? offset + 1 : offset;
  if (begin >= text.length) return `The page ends at offset ${text.length}.\n`;
  const end = splitsCharacter(text, begin + MAX_TEXT) ? begin + MAX_TEXT - 1 : begin + MAX_TEXT;
  const piece = text.slice(begin, end);
  return end < text.length ? `${piece}\n\nThe page continues at offset ${end} of ${text.length}.\n` : piece;
}

/** Whether a position lies between the two units of one character, such as an emoji. */
const splitsCharacter = (text: string, at: number): boolean =>
  at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xff_ff;
