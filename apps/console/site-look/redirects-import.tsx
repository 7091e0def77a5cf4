import { ApiError } from '@lectern/client/api-error';
import { useState } from 'react';
import { explain } from '../api/explain.ts';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { showToast } from '../app/toasts.tsx';
import { TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import { uploadRedirects } from './redirects.ts';
import styles from './redirects-view.module.css';

interface Remark {
  path: string;
  message: string;
}

type Checked =
  | { kind: 'checking' }
  | {
      kind: 'ready';
      counts: Record<'created' | 'updated' | 'deleted' | 'unchanged', number>;
      remarks: Remark[];
    }
  | { kind: 'refused'; problems: Remark[]; text: string };

/** Imports a file of redirects, after it was checked: it is imported whole, or not at all. */
export function RedirectsImport({ site, onClose }: { site: SiteKey; onClose(): void }) {
  const [csv, setCsv] = useState<string>();
  const [replace, setReplace] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  const check = async (text: string, isReplacing: boolean): Promise<void> => {
    setChecked({ kind: 'checking' });
    try {
      const { warnings, ...counts } = await uploadRedirects(site, {
        csv: text,
        replace: isReplacing,
        dryRun: true,
      });
      setChecked({ kind: 'ready', counts, remarks: warnings });
    } catch (error) {
      setChecked({
        kind: 'refused',
        problems: error instanceof ApiError ? [...error.details] : [],
        text: explain(error),
      });
    }
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const text = await file.text();
    setCsv(text);
    await check(text, replace);
  };
  const submit = async (): Promise<void> => {
    if (csv === undefined) return;
    await uploadRedirects(site, { csv, replace, dryRun: false });
    showToast(t('redirectImported'));
    onClose();
  };
  return (
    <Dialog title={t('redirectImport')} onClose={onClose}>
      <DialogForm submit={t('redirectImport')} onSubmit={submit} onClose={onClose}>
        <TextField
          label={t('redirectFile')}
          hint={t('redirectFileHint')}
          type="file"
          required
          accept=".csv,text/csv"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        <label className={styles.test}>
          <input
            type="checkbox"
            checked={replace}
            onChange={({ target }) => {
              setReplace(target.checked);
              if (csv !== undefined) void check(csv, target.checked);
            }}
          />
          {t('redirectReplace')}
        </label>
        <div role="status">{checked && <CheckResult checked={checked} />}</div>
      </DialogForm>
    </Dialog>
  );
}

function CheckResult({ checked }: { checked: Checked }) {
  if (checked.kind === 'checking') return <p>{t('redirectChecking')}</p>;
  if (checked.kind === 'refused')
    return checked.problems.length === 0 ? (
      <p className={styles.bad}>{checked.text}</p>
    ) : (
      <>
        <p className={styles.bad}>{t('redirectProblems')}</p>
        <Remarks remarks={checked.problems} />
      </>
    );
  return (
    <>
      <p>{t('redirectWould', checked.counts)}</p>
      {checked.remarks.length > 0 && (
        <>
          <p className={styles.warn}>{t('redirectRemarks')}</p>
          <Remarks remarks={checked.remarks} />
        </>
      )}
    </>
  );
}

/** What there is to say about lines of the file. */
const Remarks = ({ remarks }: { remarks: readonly Remark[] }) => (
  <ul className={styles.problems} aria-label={t('redirectProblem')}>
    {remarks.map(({ path, message }) => (
      <li key={`${path} ${message}`}>
        <strong>{path.replace(/^line /, `${t('redirectLine')} `)}</strong>
        <span>{message}</span>
      </li>
    ))}
  </ul>
);
