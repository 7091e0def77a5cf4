import type { RequestOf } from '@lectern/client/client';
import { api } from '../../api/client.ts';
import type { TextPlace } from '../../api/place.ts';
import type { DocumentNode } from '../convert/document-json.ts';

type RenderBody = RequestOf<'/v1/spaces/{spaceId}/content/render', 'post'>['body'];

interface Waiting {
  node: DocumentNode;
  resolve(html: string): void;
  reject(error: unknown): void;
}

/** Requests within this time are sent together. */
const TOGETHER_MS = 30;
const MAX_TOGETHER = 50;

/** The HTML that readers will see of blocks, as the service makes it. */
export class Renderer {
  readonly #place: TextPlace;
  readonly #known = new Map<string, Promise<string>>();
  #waiting: Waiting[] = [];

  constructor(place: TextPlace) {
    this.#place = place;
  }

  /** The HTML of a block. The same block is rendered once. */
  render(node: DocumentNode): Promise<string> {
    const text = JSON.stringify(node, (name, value: unknown) =>
      name === 'key' || name === 'range' ? undefined : value,
    );
    let html = this.#known.get(text);
    if (!html) {
      html = new Promise<string>((resolve, reject) => {
        if (this.#waiting.length === 0) setTimeout(() => void this.#send(), TOGETHER_MS);
        this.#waiting.push({ node: JSON.parse(text) as DocumentNode, resolve, reject });
      });
      html.catch(() => this.#known.delete(text));
      this.#known.set(text, html);
    }
    return html;
  }

  async #send(): Promise<void> {
    const together = this.#waiting.splice(0, MAX_TOGETHER);
    if (this.#waiting.length > 0) setTimeout(() => void this.#send(), TOGETHER_MS);
    const { spaceId, changeRequestId, pageId } = this.#place;
    const body = { page: pageId, nodes: together.map(({ node }) => node) } as unknown as RenderBody;
    try {
      const { blocks } =
        changeRequestId === undefined
          ? await api.post('/v1/spaces/{spaceId}/content/render', { path: { spaceId }, body })
          : await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/render', {
              path: { spaceId, changeRequestId },
              body,
            });
      for (const [index, { resolve }] of together.entries()) resolve(blocks[index]?.html ?? '');
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}

/** Puts HTML of the service into an element. Links in it do nothing: they belong to the text. */
export function showHtml(target: HTMLElement, html: string): void {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const link of template.content.querySelectorAll('a')) link.setAttribute('tabindex', '-1');
  for (const control of template.content.querySelectorAll('[tabindex="0"]'))
    control.removeAttribute('tabindex');
  target.replaceChildren(template.content);
}
