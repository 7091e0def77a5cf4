/** Longer than the interval of a double click, and than the editor takes to read the selection of a click. */
const POINTING_MS = 450;

let pointedAt = 0;

for (const type of ['pointerdown', 'pointerup'])
  document.addEventListener(
    type,
    () => {
      pointedAt = Date.now();
    },
    true,
  );

/**
 * How many milliseconds to wait with a change of what the editor shows: until then, it may not have the selection of the
 * latest pointer event, which the change would undo.
 */
export const pointingFor = (): number => Math.max(0, pointedAt + POINTING_MS - Date.now());
