import { Dialog, DialogForm } from './dialog.tsx';

export interface Question {
  title: string;
  text: string;
  /** The label of the button that confirms: a verb. */
  submit: string;
  isDanger?: boolean;
}

export function ConfirmDialog({
  title,
  text,
  submit,
  isDanger = false,
  onConfirm,
  onClose,
}: Question & { onConfirm: () => Promise<void> | void; onClose: () => void }) {
  return (
    <Dialog title={title} isAlert onClose={onClose}>
      <DialogForm
        submit={submit}
        isDanger={isDanger}
        onClose={onClose}
        onSubmit={async () => {
          await onConfirm();
          onClose();
        }}
      >
        <p>{text}</p>
      </DialogForm>
    </Dialog>
  );
}
