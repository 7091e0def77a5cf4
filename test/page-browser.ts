import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { TestApp } from './app.ts';
import { signIn } from './session.ts';
import { openBrowser } from './signed-in.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

interface ShownForm {
  action: string;
  /** The values sent if no field is changed and no box is ticked. */
  fields: Record<string, string>;
}

interface ShownPage {
  status: number;
  /** The address after redirects. */
  url: string;
  source: string;
  /** The visible text in one line. */
  text: string;
  headers: Record<string, unknown>;
  /** The forms that change something. */
  forms: ShownForm[];
  links: string[];
}

/** A browser without scripts: it sends the forms that a page has, as the page has them. */
export interface PageBrowser {
  cookie: string;
  open(url: string): Promise<ShownPage>;
  /** The form of the page that was opened last with this action, with other values in some of its fields. */
  send(action: string, fields?: Record<string, string>): Promise<ShownPage>;
}

/** Signed in as somebody: by password, by the single sign-on of one organization, or by a token. */
export async function browsePages(
  app: TestApp,
  who: { userId: string; organizationId?: string } | { token: string },
): Promise<PageBrowser> {
  const cookie = 'token' in who ? await signIn(app, who.token) : (await openBrowser(app, who)).cookie;
  let shown: ShownPage | undefined;
  let lastAddress = 0;

  async function load(method: 'GET' | 'POST', url: string, body?: string): Promise<ShownPage> {
    lastAddress += 1;
    const response = await app.server.inject({
      method,
      url,
      remoteAddress: `10.2.${lastAddress >> 8}.${lastAddress & 255}`,
      headers: {
        cookie,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded', origin: app.server.sessions.origin }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const { location } = response.headers;
    if (response.statusCode === 303 && location !== undefined) {
      const { pathname, search } = new URL(String(location));
      return load('GET', pathname + search);
    }
    shown = readPage(url, response.statusCode, response.body, response.headers);
    return shown;
  }

  return {
    cookie,
    open: (url) => load('GET', url),
    send(action, changes = {}) {
      const form = shown?.forms.find((one) => one.action === action);
      if (!form) throw new Error(`${shown?.url} has no form to ${action}.`);
      return load('POST', action, new URLSearchParams({ ...form.fields, ...changes }).toString());
    },
  };
}

function readPage(url: string, status: number, source: string, headers: Record<string, unknown>): ShownPage {
  const errors: string[] = [];
  const document = parse(source, { onParseError: ({ code }) => errors.push(code) });
  if (errors.length > 0) throw new Error(`${url} is no valid HTML: ${errors.join(', ')}`);
  const elements = [...walk(document)];
  const forms = elements.filter((one) => one.tagName === 'form' && attribute(one, 'method') === 'post');
  return {
    status,
    url,
    source,
    text: textOf(elements.find((one) => one.tagName === 'main'))
      .replace(/\s+/g, ' ')
      .trim(),
    headers,
    forms: forms.map((form) => ({ action: attribute(form, 'action') ?? '', fields: fieldsOf(form) })),
    links: elements.flatMap((one) => (one.tagName === 'a' ? (attribute(one, 'href') ?? []) : [])),
  };
}

function fieldsOf(form: Element): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const element of walk(form)) {
    const name = attribute(element, 'name');
    if (name === undefined) continue;
    const isBox = attribute(element, 'type') === 'checkbox';
    if (element.tagName === 'input' && !isBox) fields[name] = attribute(element, 'value') ?? '';
    if (element.tagName === 'textarea') fields[name] = textOf(element);
    if (element.tagName === 'select') {
      const options = [...walk(element)].filter((one) => one.tagName === 'option');
      const chosen = options.find((one) => attribute(one, 'selected') !== undefined) ?? options[0];
      fields[name] = (chosen && attribute(chosen, 'value')) ?? '';
    }
  }
  return fields;
}

function* walk(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child);
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

function textOf(node: Node | undefined): string {
  if (!node) return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join(node.nodeName === 'p' ? '' : ' ') : '';
}
