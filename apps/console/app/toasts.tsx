import { useEffect, useState } from 'react';
import { createStore, useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import { Icon } from './icons.tsx';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  text: string;
  isBad: boolean;
  /** A later toast with the same key replaces it. */
  about?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
}

const MILLISECONDS = 8000;
const MOST = 3;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const dismiss = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Shows a short message for some seconds, optionally with an action. */
export function showToast(
  text: string,
  { action, isBad = false, about }: Partial<Pick<Toast, 'action' | 'isBad' | 'about'>> = {},
): void {
  lastId += 1;
  const others = toasts.get().filter((toast) => about === undefined || toast.about !== about);
  toasts.set([...others, { id: lastId, text, isBad, about, action }].slice(-MOST));
}

export const dismissAbout = (about: string): void =>
  toasts.set(toasts.get().filter((toast) => toast.about !== about));

/** Shows an error. */
export const showError = (text: string): void => showToast(text, { isBad: true });

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <section aria-label={t('messages')} className={styles.toasts}>
      <div role="status">
        {shown
          .filter(({ isBad }) => !isBad)
          .map((toast) => (
            <OneToast key={toast.id} toast={toast} />
          ))}
      </div>
      {shown
        .filter(({ isBad }) => isBad)
        .map((toast) => (
          <div key={toast.id} role="alert">
            <OneToast toast={toast} />
          </div>
        ))}
    </section>
  );
}

function OneToast({ toast: { id, text, isBad, action } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), MILLISECONDS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever points at it or moves the focus into it needs more time.
    <div
      className={styles[isBad ? 'bad' : 'toast']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('dismiss')} onClick={() => dismiss(id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
