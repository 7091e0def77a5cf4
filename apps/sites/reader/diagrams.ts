/** Draws the diagrams of a page, each in a frame of its own. The source of one that is not drawn stays in the page. */
import { cutText } from '@lectern/std/cut-text';
import type { DiagramOrder, DiagramReport } from './diagram-messages.ts';
import { all, create } from './dom.ts';
import { word } from './words.ts';

/** The document of the frames, beside this script. */
declare const DIAGRAM_FRAME: string;

const NEAR = '600px';
const MAX_HEIGHT = 20_000;
const MAX_TITLE_LENGTH = 500;

interface Diagram {
  figure: HTMLElement;
  source: HTMLElement;
  frame: HTMLIFrameElement;
}

let diagrams: Diagram[] = [];
let observer: IntersectionObserver | undefined;

/** Nothing is loaded for a diagram before the reader comes near it. */
export function drawDiagrams(root: ParentNode): void {
  observer?.disconnect();
  diagrams = diagrams.filter(({ figure }) => figure.isConnected);
  observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer?.unobserve(target);
        startDiagram(target as HTMLElement);
      }
    },
    { rootMargin: NEAR },
  );
  for (const figure of all(root, '[data-diagram]')) observer.observe(figure);
}

function startDiagram(figure: HTMLElement): void {
  const source = figure.querySelector('pre');
  if (!source) return;
  const frame = create('iframe', {
    src: new URL(DIAGRAM_FRAME, import.meta.url).href,
    sandbox: 'allow-scripts',
    class: 'drawing',
    role: 'img',
    title: source.getAttribute('aria-label') ?? word('diagram'),
    tabindex: '-1',
  });
  const diagram = { figure, source, frame };
  diagrams.push(diagram);
  frame.addEventListener('load', () => order(diagram));
  figure.append(frame);
}

/** A frame without an origin is reached only as anyone. */
function order({ source, frame }: Diagram): void {
  const wanted: DiagramOrder = { source: source.textContent ?? '', isDark: isDark() };
  frame.contentWindow?.postMessage(wanted, '*');
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : prefersDark.matches;
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const drawAgain = (): void => {
  for (const diagram of diagrams) order(diagram);
};
prefersDark.addEventListener('change', drawAgain);
new MutationObserver(drawAgain).observe(document.documentElement, { attributeFilter: ['data-theme'] });

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  const diagram = diagrams.find(({ frame }) => frame.contentWindow === source);
  if (!diagram || origin !== 'null') return;
  const report = readReport(data);
  if (report?.isDrawn) show(diagram, report);
  else if (report) fail(diagram);
});

function readReport(data: unknown): DiagramReport | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { isDrawn, height, title } = data as Record<string, unknown>;
  if (isDrawn === false) return { isDrawn, problem: '' };
  if (isDrawn !== true || typeof height !== 'number' || !(height > 0 && height <= MAX_HEIGHT))
    return undefined;
  return { isDrawn, height, title: typeof title === 'string' ? cutText(title, MAX_TITLE_LENGTH) : '' };
}

function show({ source, frame }: Diagram, { height, title }: DiagramReport & { isDrawn: true }): void {
  frame.height = String(height);
  frame.classList.remove('drawing');
  if (title !== '') frame.title = title;
  source.hidden = true;
}

function fail(diagram: Diagram): void {
  const { figure, source, frame } = diagram;
  diagrams = diagrams.filter((one) => one !== diagram);
  frame.remove();
  source.hidden = false;
  figure.append(create('p', { class: 'diagram-note' }, word('diagramFailed')));
}
