import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { BaseForm } from '../forms/base-form.tsx';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

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

/** A form in a dialog. For forms in views, see `Form`. */
export const DialogForm = ({
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
}) => (
  <BaseForm
    className={styles.form}
    onSubmit={onSubmit}
    buttons={(isSending) => (
      <div className={styles.buttons}>
        {canCancel && <Button onClick={onClose}>{t('cancel')}</Button>}
        <Button type="submit" look={isDanger ? 'danger' : 'primary'} aria-disabled={isSending}>
          {submit}
        </Button>
      </div>
    )}
  >
    {children}
  </BaseForm>
);
