import { ApiError } from '@lectern/client/api-error';
import type { Schemas } from '@lectern/client/schema';
import { type ReactNode, useState } from 'react';
import { api } from '../api/client.ts';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { showDialog } from '../app/dialogs.tsx';
import { saveFile } from '../app/save-file.ts';
import { showToast } from '../app/toasts.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { CopyButton, CopyField } from '../forms/secret.tsx';
import { Badge, Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from '../people/people.module.css';
import { refreshAccount } from './account-queries.ts';
import { type Proof, ProofField, readProof } from './proof.tsx';

type Credentials = Schemas['Credentials'];

/** The key that an authenticator app is set up with. */
interface Begun {
  secret: string;
  qrCode: string;
}

/** Turns the second factor on and off, and shows the recovery codes once. */
export function SecondFactor({ credentials }: { credentials: Credentials }) {
  const { hasSecondFactor, hasPassword, recoveryCodesLeft } = credentials;
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  const turnOn = (): void =>
    showDialog((close) => (
      <ProofDialog
        title={t('accountFactorTurnOn')}
        text={t('accountFactorLead')}
        onConfirm={async (proof) => setBegun(await api.post('/v1/user/totp', { body: proof }))}
        onClose={close}
      />
    ));
  const turnOff = (): void =>
    showDialog((close) => (
      <ProofDialog
        title={t('accountFactorTurnOff')}
        text={t('accountFactorOffText')}
        isDanger
        onConfirm={async (proof) => {
          await api.delete('/v1/user/totp', { body: proof });
          setCodes(undefined);
          showToast(t('accountFactorIsOff'));
          await refreshAccount();
        }}
        onClose={close}
      />
    ));
  const renew = (): void =>
    showDialog((close) => (
      <ProofDialog
        title={t('accountCodesNew')}
        text={t('accountCodesNewText')}
        onConfirm={async (proof) => {
          setCodes((await api.post('/v1/user/totp/recovery-codes', { body: proof })).codes);
          await refreshAccount();
        }}
        onClose={close}
      />
    ));
  return (
    <Section
      title={t('accountFactor')}
      text={t('accountFactorLead')}
      actions={
        <Badge tone={hasSecondFactor ? 'good' : 'plain'}>
          {t(hasSecondFactor ? 'accountFactorOn' : 'accountFactorOff')}
        </Badge>
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onStored={() => setCodes(undefined)} />
      ) : begun ? (
        <Setup
          begun={begun}
          onDone={(made) => {
            setBegun(undefined);
            setCodes(made);
          }}
          onCancel={() => setBegun(undefined)}
        />
      ) : hasSecondFactor ? (
        <>
          <p className={styles.note}>{t('accountCodesLeft', { count: recoveryCodesLeft })}</p>
          <div className={styles.lines}>
            <Button onClick={renew}>{t('accountCodesNew')}</Button>
            <Button onClick={turnOff}>{t('accountFactorTurnOff')}</Button>
          </div>
        </>
      ) : hasPassword ? (
        <div>
          <Button onClick={turnOn}>{t('accountFactorTurnOn')}</Button>
        </div>
      ) : (
        <p className={styles.note}>{t('accountFactorNeedsPassword')}</p>
      )}
    </Section>
  );
}

/** Asks for the password or a passkey before a change that an unattended browser must not allow. */
export function ProofDialog({
  title,
  text,
  more,
  isDanger = false,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  /** More fields. */
  more?: ReactNode;
  isDanger?: boolean;
  onConfirm: (proof: Proof, fields: FormData) => Promise<void>;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        submit={title}
        isDanger={isDanger}
        onClose={onClose}
        onSubmit={async (fields) => {
          try {
            await onConfirm(await readProof(fields), fields);
          } catch (error) {
            if (error instanceof ApiError && error.reason === 'email-not-verified')
              throw new Error(t('accountFactorNeedsEmail'));
            throw error;
          }
          onClose();
        }}
      >
        <p>{text}</p>
        {more}
        <ProofField autoFocus={more === undefined} />
      </DialogForm>
    </Dialog>
  );
}

function Setup({
  begun: { secret, qrCode },
  onDone,
  onCancel,
}: {
  begun: Begun;
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}) {
  return (
    <div className={styles.steps}>
      <p className={styles.note}>{t('accountFactorScan')}</p>
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t('accountFactorQr')}
      />
      <CopyField label={t('accountFactorKey')} value={secret} />
      <Form
        label={t('accountFactor')}
        submit={t('accountFactorConfirm')}
        actions={<Button onClick={onCancel}>{t('cancel')}</Button>}
        onSubmit={async (fields) => {
          let codes: string[];
          try {
            ({ codes } = await api.put('/v1/user/totp', { body: { code: String(fields.get('code')) } }));
          } catch (error) {
            if (error instanceof ApiError && error.status === 400) throw new Error(t('errorCode'));
            throw error;
          }
          onDone(codes);
          showToast(t('accountFactorIsOn'));
          await refreshAccount();
        }}
      >
        <TextField
          name="code"
          label={t('accountFactorCode')}
          hint={t('accountFactorCodeHelp')}
          required
          maxLength={64}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Form>
    </div>
  );
}

/** The recovery codes, which the service shows this once. */
const RecoveryCodes = ({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) => (
  <div className={styles.steps}>
    <p role="status" className={styles.note}>
      {t('accountCodesHelp')}
    </p>
    <ul aria-label={t('accountCodes')} className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className={styles.lines}>
      <CopyButton value={codes.join('\n')} of={t('accountCodes')} />
      <Button onClick={() => saveFile('recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}>
        {t('accountCodesDownload')}
      </Button>
      <Button look="primary" onClick={onStored}>
        {t('accountCodesStored')}
      </Button>
    </div>
  </div>
);
