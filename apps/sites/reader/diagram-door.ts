/** The script of diagrams is loaded only by pages that have one. */
declare const DIAGRAMS_SCRIPT: string;

type DiagramsScript = typeof import('./diagrams.ts');

export async function enhanceDiagrams(root: ParentNode): Promise<void> {
  if (!root.querySelector('[data-diagram]')) return;
  try {
    const { drawDiagrams }: DiagramsScript = await import(new URL(DIAGRAMS_SCRIPT, import.meta.url).href);
    drawDiagrams(root);
  } catch {
    // The sources of the diagrams are in the page.
  }
}
