/** A promise that a test resolves. */
export interface Gate {
  passed: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  let open: () => void = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
