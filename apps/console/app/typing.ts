/** The pause after which the user no longer counts as typing. */
const PAUSE_MS = 1000;

let lastTyped = Number.NEGATIVE_INFINITY;
for (const type of ['keydown', 'beforeinput', 'compositionupdate'])
  document.addEventListener(
    type,
    () => {
      lastTyped = performance.now();
    },
    { capture: true, passive: true },
  );

/** Calls `run` as soon as the user is not typing. Returns a function that cancels it. */
export function whenTypingPauses(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    const wait = lastTyped + PAUSE_MS - performance.now();
    if (wait <= 0) run();
    else timer = setTimeout(check, wait);
  };
  check();
  return () => clearTimeout(timer);
}
