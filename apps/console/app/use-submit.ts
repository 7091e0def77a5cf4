import { type FormEvent, useState } from 'react';

/** Submits a form once at a time. `error`: why the last submission failed; undefined while another is being made. */
export function useSubmit(submit: (fields: FormData) => Promise<void>) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setError(undefined);
    try {
      await submit(fields);
    } catch (reason) {
      setError(reason);
    } finally {
      setSending(false);
    }
  };
  return { isSending, error, onSubmit };
}
