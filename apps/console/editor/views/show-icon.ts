import { type Renderer, showHtml } from './rendered.ts';

/** Shows an icon as readers will see it; its name if there is no such icon. */
export async function showIcon(target: HTMLElement, name: string, renderer: Renderer): Promise<void> {
  target.dataset.icon = name;
  target.textContent = name === '' ? '' : '·';
  if (name === '') return;
  const icon = { object: 'inline' as const, type: 'icon', isVoid: true, data: { icon: name } };
  const text = { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: 'x', marks: [] }] };
  const html = await renderer
    .render({ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [text, icon] })
    .catch(() => '');
  // Another icon was requested meanwhile.
  if (target.dataset.icon !== name) return;
  const shown = document.createElement('span');
  showHtml(shown, html);
  const drawing = shown.querySelector('svg');
  if (drawing) target.replaceChildren(drawing);
  else target.textContent = name;
}
