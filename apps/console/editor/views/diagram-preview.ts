/** A chunk of its own: a diagram as readers will see it, drawn by the frame of published pages. */
import { cutText } from '@lectern/std/cut-text';
import { t } from '../../messages/messages.ts';
import { element } from './element.ts';

/** The document of the frame, beside this script. */
declare const DIAGRAM_FRAME: string;

const MAX_HEIGHT = 20_000;
const MAX_PROBLEM_LENGTH = 300;

export class DiagramPreview {
  readonly #frame = element('iframe', {
    src: new URL(DIAGRAM_FRAME, import.meta.url).href,
    // The frame isolates the page from whatever the library does with a source.
    sandbox: 'allow-scripts',
    role: 'img',
    title: t('diagramPreview'),
    tabindex: '-1',
    height: '1',
  });
  readonly #note = element('p', { role: 'status', class: 'diagram-note' });
  readonly #theme = new MutationObserver(() => this.#order());
  readonly #scheme = window.matchMedia('(prefers-color-scheme: dark)');
  #source = '';
  #isReady = false;

  constructor(target: HTMLElement) {
    this.#frame.addEventListener('load', () => {
      this.#isReady = true;
      this.#order();
    });
    window.addEventListener('message', this.#onMessage);
    this.#scheme.addEventListener('change', this.#order);
    this.#theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#note.hidden = true;
    target.append(this.#frame, this.#note);
  }

  show(source: string): void {
    this.#source = source;
    if (this.#isReady) this.#order();
  }

  destroy(): void {
    window.removeEventListener('message', this.#onMessage);
    this.#scheme.removeEventListener('change', this.#order);
    this.#theme.disconnect();
  }

  readonly #order = (): void => {
    const { theme } = document.documentElement.dataset;
    const isDark = theme ? theme === 'dark' : this.#scheme.matches;
    // A frame without an origin is reached only as anyone.
    if (this.#isReady) this.#frame.contentWindow?.postMessage({ source: this.#source, isDark }, '*');
  };

  readonly #onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== this.#frame.contentWindow || origin !== 'null') return;
    if (typeof data !== 'object' || data === null) return;
    const { isDrawn, height, title, problem } = data as Record<string, unknown>;
    if (isDrawn === true && typeof height === 'number' && height > 0 && height <= MAX_HEIGHT) {
      this.#frame.height = String(height);
      this.#frame.title = typeof title === 'string' && title !== '' ? title : t('diagramPreview');
      this.#note.hidden = true;
    } else if (isDrawn === false) {
      this.#note.textContent = inWords(typeof problem === 'string' ? problem : '');
      this.#note.hidden = false;
    }
  };
}

/** Shows the library's error in words. The last drawing stays. */
function inWords(problem: string): string {
  if (problem === '' || /^No diagram type detected/.test(problem)) return t('diagramKindUnknown');
  const [, line] = /line (\d+)/i.exec(problem) ?? [];
  const [, found] = /got '([^']*)'/.exec(problem) ?? [];
  const [, wrong] = /Unrecognized text\.?\s*([^\n]+)/.exec(problem) ?? [];
  if (found === 'EOF') return t('diagramEnds');
  if (line !== undefined && found === 'NEWLINE') return t('diagramLineIncomplete', { line });
  if (line !== undefined) return t('diagramLineProblem', { line, found: (wrong ?? found ?? '').trim() });
  return t('diagramProblem', { problem: cutText(problem, MAX_PROBLEM_LENGTH) });
}
