import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { explain } from '../api/explain.ts';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { useSubmit } from './use-submit.ts';

/** A modal dialog. Import it lazily: its code exceeds the budget of the first view. */
export function Dialog({
  title,
  children,
  onClose,
  isAlert = false,
  mayClose = true,
}: {
  title: string;
  children: ReactNode;
  onClose: () => void;
  isAlert?: boolean;
  /** Whether Escape and a click beside the dialog close it. */
  mayClose?: boolean;
}) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={mayClose && !isAlert}
      isKeyboardDismissDisabled={!mayClose}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'} className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A form in a dialog. It submits once at a time and shows why a submission failed. */
export function DialogForm({
  children,
  submit,
  onSubmit,
  onClose,
  isDanger = false,
  canCancel = true,
}: {
  children: ReactNode;
  submit: string;
  onSubmit: (fields: FormData) => Promise<void>;
  onClose: () => void;
  isDanger?: boolean;
  canCancel?: boolean;
}) {
  const { isSending, error, onSubmit: send } = useSubmit(onSubmit);
  return (
    <form onSubmit={send} className={styles.form}>
      {error !== undefined && (
        <p role="alert" className={styles.refusal}>
          {explain(error)}
        </p>
      )}
      {children}
      <div className={styles.buttons}>
        {canCancel && <Button onClick={onClose}>{t('cancel')}</Button>}
        <Button type="submit" look={isDanger ? 'danger' : 'primary'} disabled={isSending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

export function Field({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label className={styles.field}>
      <span>{label}</span>
      {children}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
