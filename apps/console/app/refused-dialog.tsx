import { useEffect, useState } from 'react';
import { TextAreaField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { RefusedText } from '../saving/journal.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { nameOf } from './current.ts';
import dialogStyles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { showToast } from './toasts.tsx';

interface RefusedDialogProps {
  texts: readonly RefusedText[];
  onClose(): void;
}

/** The texts that the service has refused, each with its Markdown. */
export function RefusedDialog({ texts, onClose }: RefusedDialogProps) {
  const [left, setLeft] = useState(texts);
  const discard = async (text: RefusedText): Promise<void> => {
    await text.discard();
    showToast(t('textDiscarded'), { action: { label: t('undo'), run: () => void text.keep() } });
    const rest = left.filter(({ id }) => id !== text.id);
    setLeft(rest);
    if (rest.length === 0) onClose();
  };
  return (
    <Dialog title={t('leftTitle')} onClose={onClose}>
      <div className={dialogStyles.form}>
        <p>{t('leftHelp')}</p>
        {left.map((text) => (
          <OneText key={text.id} text={text} onDiscard={() => void discard(text)} />
        ))}
        <div className={dialogStyles.buttons}>
          <Button onClick={onClose}>{t('close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function OneText({ text, onDiscard }: { text: RefusedText; onDiscard: () => void }) {
  const [markdown, setMarkdown] = useState('');
  useEffect(() => {
    void text.readMarkdown().then(setMarkdown);
  }, [text]);
  return (
    <>
      <TextAreaField
        label={nameOf(text.title, t('untitled'))}
        hint={text.reason}
        readOnly
        rows={6}
        dir="auto"
        value={markdown}
      />
      <div className={dialogStyles.buttons}>
        <Button look="danger" onClick={onDiscard}>
          {t('discard')}
        </Button>
        <Button look="primary" onClick={() => void copyText(markdown)}>
          {t('copyMarkdown')}
        </Button>
      </div>
    </>
  );
}
