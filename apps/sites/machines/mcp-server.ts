import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The functions behind the tools of a site, for one visitor. */
export interface SiteTools {
  /** The title of the site. */
  title: string;
  search(query: string): Promise<string>;
  /** Returns undefined if there is no such page for the visitor. */
  readPage(address: string): Promise<string | undefined>;
  /** Lists pages from a position; `next`: the position at which the list continues. */
  listPages(from: number): Promise<{ text: string; next: number | undefined }>;
}

/** The longest piece of a page that one answer has, in characters. */
const MAX_TEXT = 100_000;

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

/** Answers one message of the Model Context Protocol. Nothing is kept from one message to the next. */
export async function handleMessage(tools: SiteTools, request: Request, message: unknown): Promise<Response> {
  const server = new Server({ name: tools.title, version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    callTool(tools, params.name, params.arguments ?? {}),
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody: message });
    const body = await response.text();
    return new Response(body === '' ? null : body, response);
  } finally {
    await server.close();
  }
}

async function callTool(tools: SiteTools, name: string, values: unknown): Promise<CallToolResult> {
  if (name === 'search') return check(SearchArguments, values, async ({ query }) => tools.search(query));
  if (name === 'read_page')
    return check(ReadArguments, values, async ({ address, offset = 0 }) => {
      const text = await tools.readPage(address);
      return text === undefined ? undefined : cut(text, offset);
    });
  if (name === 'list_pages')
    return check(ListArguments, values, async ({ offset = 0 }) => {
      const { text, next } = await tools.listPages(offset);
      return next === undefined ? text : `${text}\nThe list continues at offset ${next}.\n`;
    });
  return refuse('There is no tool with this name.');
}

async function check<Schema extends TSchema>(
  schema: Schema,
  values: unknown,
  call: (values: Static<Schema>) => Promise<string | undefined>,
): Promise<CallToolResult> {
  if (!Value.Check(schema, values)) return refuse('The arguments do not match the schema of the tool.');
  const text = await call(values as Static<Schema>);
  return text === undefined
    ? refuse('There is no page at this address.')
    : { content: [{ type: 'text', text }] };
}

const refuse = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

function cut(text: string, offset: number): string {
  const end = offset + MAX_TEXT;
  const piece = text.slice(offset, end);
  return end < text.length ? `${piece}\n\nThe page continues at offset ${end} of ${text.length}.\n` : piece;
}
