import { refreshRequest } from '../../api/change-request.ts';
import { api } from '../../api/client.ts';
import { Dialog, DialogForm } from '../../app/dialog.tsx';
import { fieldTime, fullTime } from '../../app/time.tsx';
import { showToast } from '../../app/toasts.tsx';
import { TextField } from '../../forms/fields.tsx';
import { t } from '../../messages/messages.ts';
import type { OpenRequest } from './request-parts.ts';

/** Tomorrow morning. */
function tomorrow(): Date {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return at;
}

/** Asks when to merge a change request. */
export function ScheduleDialog({ opened, onClose }: { opened: OpenRequest; onClose: () => void }) {
  const { place, request } = opened;
  const planned = request.scheduledMerge && new Date(request.scheduledMerge.at);
  const submit = async (fields: FormData): Promise<void> => {
    const at = new Date(String(fields.get('at')));
    if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now()) throw new Error(t('timeIsPast'));
    await api.put('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/schedule', {
      path: { ...place },
      body: { at: at.toISOString() },
    });
    onClose();
    showToast(t('mergeScheduled', { time: fullTime(at) }));
    await refreshRequest(place, []);
  };
  return (
    <Dialog title={t('scheduleMerge')} onClose={onClose}>
      <DialogForm submit={t('schedule')} onSubmit={submit} onClose={onClose}>
        <p>{t('scheduleText')}</p>
        <TextField
          name="at"
          label={t('mergeAt')}
          type="datetime-local"
          required
          min={fieldTime(new Date())}
          defaultValue={fieldTime(planned ?? tomorrow())}
        />
      </DialogForm>
    </Dialog>
  );
}
