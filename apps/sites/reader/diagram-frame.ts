/**
 * Draws one diagram in a frame without an origin: whatever a source brings the library to do, it stays in there. The
 * script of the library precedes this one.
 */
import type { DiagramOrder, DiagramReport } from './diagram-messages.ts';

interface Mermaid {
  initialize(options: object): void;
  render(id: string, source: string): Promise<{ svg: string }>;
}
declare const mermaid: Mermaid;

const MAX_SOURCE_LENGTH = 50_000;
const MAX_EDGES = 1000;

/** The origin of the frame's address, because its own origin is opaque: messages go only to pages of this host. */
const { origin } = new URL(location.href);

const report = (message: DiagramReport): void => parent.postMessage(message, origin);

let orders = 0;

async function draw({ source, isDark }: DiagramOrder): Promise<void> {
  orders += 1;
  const order = orders;
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: isDark ? 'dark' : 'neutral',
      fontFamily: 'ui-sans-serif, system-ui, sans-serif',
      maxTextSize: MAX_SOURCE_LENGTH,
      maxEdges: MAX_EDGES,
      suppressErrorRendering: true,
    });
    const { svg } = await mermaid.render(`diagram-${order}`, source);
    if (order === orders) show(svg);
  } catch (error) {
    if (order === orders) report({ isDrawn: false, problem: problemOf(error) });
  }
}

/** Some of its parsers throw objects that are no errors. */
const problemOf = (thrown: unknown): string => {
  const { message, str } = (thrown ?? {}) as { message?: unknown; str?: unknown };
  return String(message ?? str ?? '');
};

function show(svg: string): void {
  document.body.innerHTML = svg;
  measure();
}

function measure(): void {
  const drawing = document.querySelector('svg');
  if (!drawing) return;
  const height = Math.ceil(drawing.getBoundingClientRect().height);
  report({ isDrawn: true, height, title: drawing.querySelector(':scope > title')?.textContent ?? '' });
}

addEventListener('message', ({ source, origin: from, data }: MessageEvent<DiagramOrder>) => {
  if (source === parent && from === origin) draw(data);
});

/** On a narrower screen a drawing is lower. */
addEventListener('resize', measure);
